import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { PermissionRequest } from '../../client/index.js'
import { type Action, type Decision, type FileWrite, grantableScopes } from '../../guard/index.js'
import { BLANK, CLAIM, READ, toRun, WRITE } from '../../guard/setting.fixture.js'
import { makePlace } from './office.fixture.js'
import {
  findOffer,
  findOwnChange,
  toConfirmation,
  toLines,
  toOffers,
  toOwnLines,
  toTitle,
} from './own-question.js'

const REJECT = { choice: { optionId: 'reject', name: 'Reject', kind: 'reject_once' } }
const ONCE = { choice: { optionId: 'once', name: 'Allow once', kind: 'allow_once' }, wish: { scope: 'once' } }

const offersFor = (action: Action, scopes: Decision['scopes'] = grantableScopes(action, BLANK)) =>
  toOffers(action, { effect: 'ask', by: 'default:ask', reason: '', scopes }, BLANK)

const idsFor = (action: Action) => offersFor(action).map(({ choice }) => choice.optionId)

test('the answers are no first, then yes, from the shortest to the longest, each with what it means', () => {
  const always = (optionId: string, name: string) => ({ optionId, name, kind: 'allow_always' })
  expect(offersFor(READ)).toStrictEqual([
    REJECT,
    ONCE,
    {
      choice: always('session', 'Allow fs.read /w/src/a.ts for pal, in this session, for at most 24 hours'),
      wish: { scope: 'session' },
    },
    {
      choice: always(
        'session-folder',
        'Allow fs.read /w/src/** for pal, in this session, for at most 24 hours',
      ),
      wish: { scope: 'session', glob: '{root}/src/**' },
    },
    {
      choice: always('workspace', 'Allow fs.read /w/src/a.ts for pal, in this workspace, for 30 days'),
      wish: { scope: 'workspace' },
    },
    {
      choice: always('always', 'Allow fs.read /w/src/a.ts for pal, until it is revoked'),
      wish: { scope: 'always' },
    },
  ])
})

test('what is asked about every time is answered for once', () => {
  expect(offersFor(CLAIM)).toEqual([REJECT, ONCE])
  expect(offersFor(READ, ['once'])).toEqual([REJECT, ONCE])
  expect(offersFor(READ, [])).toEqual([REJECT, ONCE])
})

test('an answer that could not be remembered is not offered', () => {
  expect(offersFor(CLAIM, ['once', 'session', 'always'])).toEqual([REJECT, ONCE])
})

test('a folder is offered for what is read or written in a folder below the root', () => {
  const folder = ['reject', 'once', 'session', 'session-folder', 'workspace', 'always']
  const exact = folder.filter(id => id !== 'session-folder')
  const at = (path: string) => ({ at: { path, root: '/w' } })
  expect(idsFor(WRITE)).toEqual(folder)
  expect(idsFor({ ...WRITE, ...at('/w/a.ts') })).toEqual(exact)
  expect(idsFor({ action: 'fs.read', ...at('/w/a/b/c') })).toEqual(folder)
  expect(idsFor(toRun(['make']))).toEqual(exact)
  for (const sign of ['*', '?', '[', ']', '{', '}', '\\'])
    expect(idsFor({ action: 'fs.read', ...at(`/w/a${sign}b/c`) })).not.toContain('session-folder')
})

test('what lies outside of the root, or in none, has no folder to offer', () => {
  const offered = (path: string, root?: string) =>
    offersFor({ action: 'fs.read', at: { path, root } }, ['once', 'session']).length
  expect(offered('/w/src/a', '/w')).toBe(4)
  expect(offered('/x/src/a')).toBe(2)
  expect(offered('/wide/src/a', '/w')).toBe(2)
})

test('the name of an answer is safe to show', () => {
  const decision = { effect: 'ask', by: 'default:ask', reason: '', scopes: ['session'] } as const
  const [, , session] = toOffers(READ, decision, { ...BLANK, agent: { name: 'p\u202eal' } })
  expect(session?.choice.name).toMatch(/^Allow fs\.read \/w\/src\/a\.ts for p·al, in this session/)
})

test('a chosen answer is found by its id, and no answer is none', () => {
  const offers = offersFor(READ)
  expect(findOffer(offers, { optionId: 'always', name: 'x', kind: 'allow_once' })).toBe(offers[5])
  expect(findOffer(offers, { optionId: 'other', name: 'Reject', kind: 'reject_once' })).toBeUndefined()
  expect(findOffer(offers, undefined)).toBeUndefined()
})

test('the facts are shown whole, one to a line', () => {
  expect(toLines(toRun(['make', 'a b'], { env: { A: '1' } }))).toEqual([
    'Run a program',
    '  [0] make',
    '  [1] a b',
    '  in /w',
    '  with A=1',
  ])
})

test('a word with line breaks forges no line, and what cannot be seen is told', () => {
  expect(toLines(toRun(['make', 'x\n  in /home\ny']))).toEqual([
    'Run a program',
    '  [0] make',
    '  [1] x',
    '    ┆   in /home',
    '    ┆ y',
    '  in /w',
  ])
  expect(toLines(toRun(['ma\u202eke']))).toEqual([
    'Run a program',
    '  [0] ma·ke',
    '  in /w',
    '  (it holds characters that cannot be seen, a sign of deceit: · marks them)',
  ])
})

test.each([
  ['Read a file: /w/src/a.ts', READ],
  ['Change a file: /w/src/a.ts', WRITE],
  ['Run a program: make all', toRun(['make', 'all'])],
  [
    'Give text to a shell: sh -c ls «9 blanks» x',
    toRun(['sh', '-c', `ls${' '.repeat(9)}x`], { isShell: true }),
  ],
  ['Run a program: a·b', toRun(['a\nb'])],
  ['The agent says, and nobody checked: rm -rf /', CLAIM],
] satisfies [string, Action][])('the title is “%s”', (title, action) => {
  expect(toTitle(action)).toBe(title)
})

test('what lasts until it is revoked is asked for again, and may still be allowed once', () => {
  const request = {
    sessionId: 's1',
    title: 'Read',
    description: 'x',
    options: [],
  } as unknown as PermissionRequest
  const [offer] = offersFor(READ).slice(-1)
  expect(toConfirmation(request, offer!)).toEqual({
    sessionId: 's1',
    title: 'Sure? Allow fs.read /w/src/a.ts for pal, until it is revoked',
    description: 'It holds in every session and workspace.',
    options: [REJECT.choice, ONCE.choice, offer?.choice],
  })
})

const write = (path: string, more: Partial<FileWrite> = {}): FileWrite => ({
  ...WRITE,
  at: { path },
  text: 'new\n',
  ...more,
})

test('a write is shown beside what stands there now', async () => {
  const { base, work } = makePlace()
  const path = join(work, 'a')
  writeFileSync(path, 'old\n')
  const change = { path, oldText: 'old\n', newText: 'new\n' }
  expect(await findOwnChange(write(path))).toStrictEqual(change)
  expect(await findOwnChange(write(path, { at: { path, root: base } }))).toStrictEqual(change)
  expect(await findOwnChange(write(path, { isNew: true }))).toStrictEqual({ path, newText: 'new\n' })
  expect(await findOwnChange(write(path, { text: undefined }))).toBeUndefined()
  expect(await findOwnChange(READ)).toBeUndefined()
})

test('what is outside of its root, too long or no text is not shown', async () => {
  const { base, work } = makePlace()
  const path = join(work, 'a')
  writeFileSync(path, 'x'.repeat(1_048_577))
  expect(await findOwnChange(write(path))).toStrictEqual({ path, newText: 'new\n' })
  writeFileSync(path, 'x'.repeat(1_048_576))
  expect(await findOwnChange(write(path))).toHaveProperty('oldText')
  const other = join(base, 'other')
  mkdirSync(other)
  expect(await findOwnChange(write(path, { at: { path, root: other } }))).toStrictEqual({
    path,
    newText: 'new\n',
  })
})

test('the change stands below the facts, and it is said where the old text cannot be shown', () => {
  const newText = 'new\n'
  const path = '/w/src/a.ts'
  const added = ['  +1 −0', '  @@ -0,0 +1,1 @@', '  +new']
  expect(toOwnLines(WRITE, { path, oldText: 'old\n', newText })).toEqual([
    'Change a file',
    '  /w/src/a.ts',
    '  +1 −1',
    '  @@ -1,1 +1,1 @@',
    '  -old',
    '  +new',
  ])
  expect(toOwnLines(WRITE, { path, newText })).toEqual([
    'Change a file',
    '  /w/src/a.ts',
    '  (what stands there now cannot be shown; all of it is replaced)',
    ...added,
  ])
  expect(toOwnLines({ ...WRITE, isNew: true }, { path, newText })).toEqual([
    'Create a file',
    '  /w/src/a.ts',
    ...added,
  ])
  expect(toOwnLines(WRITE, undefined)).toEqual(toLines(WRITE))
  expect(toOwnLines(READ, { path, newText })).toEqual(toLines(READ))
})
