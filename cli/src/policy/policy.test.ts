import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Action, toGrant } from '@parley/acp/guard'
import { foresee, grantMemory } from '@parley/acp/node'
import { expect, test } from 'vitest'
import { makeHome } from '../listing/parley.fixture.js'

const RULES = [
  { effect: 'deny', action: 'fs.*', path: '**/secrets/**' },
  {
    effect: 'allow',
    action: 'terminal.exec',
    argv: ['make', 'check', '...'],
    cwd: '{root}',
    agents: ['scout'],
  },
  { effect: 'ask', action: 'fs.read', path: '**/asked' },
]

function setUp(rules: unknown = RULES) {
  const home = makeHome()
  const user = join(home.home, '.config/parley/policy.json')
  const project = join(home.work, '.acp/policy.json')
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text, { mode: 0o600 })
  }
  write(user, JSON.stringify({ version: 1, rules }))
  return { ...home, user, project, write }
}

/** Remembers that writing a file was allowed always; the id of that answer. */
async function remember(
  { home, work }: ReturnType<typeof setUp>,
  name: string,
  agent?: string,
): Promise<string> {
  const { circumstances, locate } = await foresee({
    roots: [work],
    ...(agent === undefined ? {} : { agent: { name: agent } }),
  })
  const { at } = await locate(join(work, name))
  const action: Action = { action: 'fs.write', at, isNew: true, sha256: '' }
  const id = crypto.randomUUID()
  const grant = toGrant(action, { id, scope: 'always' }, circumstances)
  const memory = grantMemory({ folder: join(home, '.local/state/parley/permissions') })
  await memory.add(grant!)
  await memory.close()
  return id
}

test('the files that hold are shown with their lines, and what is remembered with its ids', async () => {
  const place = setUp()
  place.write(place.project, JSON.stringify({ version: 1, rules: [{ effect: 'deny', action: 'net.fetch' }] }))
  const id = await remember(place, 'a.md')
  const { code, out } = await place.parley('policy', 'show')
  expect(code).toBe(0)
  expect(out).toContain(`User policy: ${place.user} (3 lines)\n  $.rules[0]  {"effect":"deny"`)
  expect(out).toContain(`Project policy: ${place.project} (1 line)\n`)
  expect(out).toContain(`${id}  Allow fs.write ${place.work}/a.md, until it is revoked`)
  const json = JSON.parse((await place.parley('policy', 'show', '--format', 'json')).out)
  expect(json).toMatchObject({
    policies: [
      { source: 'user', file: place.user, isThere: true, isBroken: false, notices: [], lines: RULES },
      { source: 'project', file: place.project, lines: [{ effect: 'deny' }] },
    ],
    grants: [{ id, createdAt: expect.stringMatching(/Z$/), description: expect.any(String) }],
  })
})

test('a file with a mistake is shown with where and what, and does not count', async () => {
  const place = setUp([{ effect: 'permit', action: 'fs.read' }])
  const { code, out } = await place.parley('policy', 'show')
  expect(code).toBe(1)
  expect(out).toContain(`${place.user} (does not count)`)
  expect(out).toMatch(/! the policy does not count.*\$\.rules\[0\]\.effect: expected /)
})

test('no files at all is nothing wrong', async () => {
  const { parley, home, work } = makeHome()
  const { code, out } = await parley('policy', 'show')
  expect(code).toBe(0)
  expect(out).toContain(`User policy: ${join(home, '.config/parley/policy.json')} (not there)`)
  expect(out).toContain(`Project policy: ${join(work, '.acp/policy.json')} (not there)`)
  expect(out).toContain('Nothing was allowed for longer than once.')
})

test.each<[words: string, verdict: string, by: string]>([
  ['execute make check --agent scout', 'It is allowed', 'user:1'],
  ['execute make check fast --agent scout', 'It is allowed', 'user:1'],
  ['execute make check --directory=/ --agent scout', 'It is asked about', 'default:ask'],
  ['execute make check', 'It is asked about', 'default:ask'],
  ['terminal.exec -- sh -c ls', 'It is asked about', 'default:ask'],
  ['write secrets/key', 'It is denied', 'user:0'],
  ['write src/a.ts', 'It is asked about', 'default:ask'],
  ['read src/a.ts', 'It is allowed', 'default:read-in-root'],
  ['read asked', 'It is asked about', 'user:2'],
  ['write .git/hooks/pre-commit', 'It is asked about', 'builtin:'],
  ['move a b', 'It is asked about', 'default:ask'],
  ['delete a b', 'It is asked about', 'default:ask'],
  ['fetch https://example.org/', 'It is asked about', 'default:ask'],
  ['mode code', 'It is asked about', ''],
  ['claim edit Change a file', 'It is asked about', 'default:ask'],
])('"%s" is explained by the judge: %s', async (words, verdict, by) => {
  const { parley, home } = setUp()
  const { code, out } = await parley('policy', 'explain', ...words.split(' '))
  expect(code).toBe(0)
  expect(out).toContain(`\n${verdict}: `)
  expect(out).toContain(`\n  by ${by}`)
  expect(existsSync(join(home, '.local'))).toBe(false)
})

test('an explanation shows the line that decided, and the one that would have spared a denial', async () => {
  const place = setUp()
  const denied = await place.parley('policy', 'explain', 'write', 'secrets/key')
  expect(denied.out).toContain(`by user:0, $.rules[0] of ${place.user}: {"effect":"deny","action":"fs.*"`)
  const wanted = await place.parley('policy', 'explain', 'read', 'asked', '--format', 'json')
  expect(JSON.parse(wanted.out)).toMatchObject({ line: RULES[2], where: `$.rules[2] of ${place.user}` })
  const asked = await place.parley('policy', 'explain', 'write', 'a.ts', '--format', 'json')
  expect(JSON.parse(asked.out)).toMatchObject({
    action: { action: 'fs.write', at: { path: join(place.work, 'a.ts'), root: place.work }, isNew: true },
    decision: { effect: 'ask', by: 'default:ask' },
    headless: { effect: 'deny', reason: expect.stringContaining('{"effect":"allow","action":"fs.write"') },
  })
  await remember(place, 'a.ts', 'scout')
  const granted = await place.parley('policy', 'explain', 'write', 'a.ts', '--agent', 'scout')
  expect(granted.out).toMatch(/It is allowed: .*\n {2}by grant:\S+: Allow fs\.write/)
})

test('what an agent asks beforehand is judged by lines of its own, and an explanation says so', async () => {
  const place = setUp()
  const hint = (kind: string): string =>
    `An agent that asks before it acts needs a line for agent.claimed as well, or \`parley run --allow claimed:${kind}\`.\n`
  const explain = async (...words: string[]) => (await place.parley('policy', 'explain', ...words)).out
  expect(await explain('execute', 'make', 'check', '--agent', 'scout')).toContain(hint('execute'))
  expect(await explain('write', 'a.ts')).toContain(hint('edit'))
  expect(await explain('write', 'secrets/key')).not.toContain('agent.claimed')
  expect(await explain('read', 'a.ts')).not.toContain('agent.claimed')
  expect(await explain('write', '.git/hooks/pre-commit')).not.toContain('agent.claimed')
  place.write(
    place.user,
    JSON.stringify({
      version: 1,
      rules: [...RULES, { effect: 'allow', action: 'agent.claimed' }],
    }),
  )
  expect(await explain('execute', 'make', 'check', '--agent', 'scout')).not.toContain('agent.claimed')
})

test('a policy that others can read is a hint where it is looked at, and no warning elsewhere', async () => {
  const place = setUp()
  chmodSync(place.user, 0o644)
  expect((await place.parley('policy', 'show')).out).toContain(
    '(others can read it; if they should not: chmod 600)',
  )
  expect((await place.parley('policy', 'explain', 'read', 'a.ts')).err).toBe('')
  place.write(place.user, '{')
  chmodSync(place.user, 0o644)
  const broken = await place.parley('policy', 'show')
  expect(broken.out).toContain('the policy does not count')
  expect(broken.out).not.toContain('others can read')
})

test('what lies outside, or in a directory that is not lent, is refused before anything is judged', async () => {
  const { parley } = setUp()
  expect((await parley('policy', 'explain', 'read', '/etc/hostname')).out).toContain(
    'outside the session’s directories, which',
  )
  const outside = await parley('policy', 'explain', 'write', '/etc/hostname')
  expect(outside.out).not.toMatch(/would allow it|It is asked about/)
  const json = JSON.parse(
    (await parley('policy', 'explain', 'write', '/etc/hostname', '--format', 'json')).out,
  )
  expect(json).toMatchObject({ decision: { effect: 'deny', by: 'host' }, headless: { effect: 'deny' } })
  const broad = await parley('policy', 'explain', 'read', 'x', '--cwd', '/')
  expect(broad.out).toContain('is not lent')
  expect(broad.err).toContain('too broad')
})

test.each([
  [['fly', 'away'], 'expected one of read, write'],
  [['wrte', 'x'], 'Did you mean write?'],
  [['move', 'a'], 'expected: move <from> <to>'],
  [['execute', ''], 'not the name of a program'],
])('what is no action is refused: %j', async (words, why) => {
  const { parley } = setUp()
  expect(await parley('policy', 'explain', ...words)).toMatchObject({
    code: 2,
    err: expect.stringContaining(why),
  })
})

test('answers are taken back one by one, for an agent, or all', async () => {
  const place = setUp()
  const ids = [await remember(place, 'a'), await remember(place, 'b', 'scout'), await remember(place, 'c')]
  const left = async () =>
    JSON.parse((await place.parley('policy', 'show', '--format', 'json')).out).grants.map(
      ({ id }: { id: string }) => id,
    )
  expect(await place.parley('policy', 'revoke')).toMatchObject({ code: 2 })
  expect(await place.parley('policy', 'revoke', 'ffff-none')).toMatchObject({ code: 2 })
  expect(await left()).toEqual(ids)
  expect(await place.parley('policy', 'revoke', ids[0]!.slice(0, 8))).toMatchObject({ code: 0 })
  expect(await left()).toEqual(ids.slice(1))
  expect((await place.parley('policy', 'revoke', '--agent', 'scout')).out).toContain('for scout')
  expect(await left()).toEqual([ids[2]])
  expect((await place.parley('policy', 'revoke', '--all')).code).toBe(0)
  expect(await left()).toEqual([])
  expect(readFileSync(place.user, 'utf8')).toContain('secrets')
})

test('the paths are those of the files', async () => {
  const place = setUp()
  expect((await place.parley('policy', 'path')).out).toBe(`${place.user}\n`)
  expect((await place.parley('policy', 'path', '--project')).out).toBe(`${place.project}\n`)
})
