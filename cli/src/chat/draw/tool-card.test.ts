import { entriesOf, reduce, type Thread } from '@parley/acp/thread'
import { describe, expect, test } from 'vitest'
import type { Talk } from '../model/talk.js'
import { textOfLine, widthOfLine } from '../screen/line.js'
import { drawEntry } from './entry.js'
import { asText, SETTING, type Told, talkOf, threadOf } from './talk.fixture.js'

interface Shown {
  readonly isOpen?: boolean
  readonly columns?: number
  readonly talk?: Partial<Talk>
  readonly version?: 1 | 2
}

function show(
  told: readonly Told[],
  { isOpen = false, columns = 80, talk = {}, version = 1 }: Shown = {},
): readonly string[] {
  const thread = threadOf(told, version)
  const [entry] = entriesOf(thread)
  if (entry === undefined) return []
  const lines = drawEntry(entry, talkOf(thread, talk), { ...SETTING, columns, isOpen })
  for (const line of lines) expect(widthOfLine(line), textOfLine(line)).toBeLessThanOrEqual(columns)
  return asText(lines)
}

const call = (fields: object): Told => ({
  sessionUpdate: 'tool_call',
  toolCallId: 'c',
  title: 'A call',
  ...fields,
})
const diff = (path: string, oldText: string | null, newText: string): object => ({
  type: 'diff',
  path,
  oldText,
  newText,
})
const text = (words: string): object => ({ type: 'content', content: { type: 'text', text: words } })

const LINES = Array.from({ length: 30 }, (_, index) => `line ${index}`).join('\n')

test('the lines of what a tool says stay lines when it is opened', () => {
  const found = show([call({ status: 'completed', kind: 'read', content: [text(LINES)] })], { isOpen: true })
  expect(found).toContain('    line 7')
})

test('of an output as much is shown as the screen has room for, and all of what the person ran', () => {
  const run = call({ status: 'completed', kind: 'execute', content: [text(LINES)] })
  const shownIn = (prompt: string, height: number): number => {
    const thread = threadOf([{ type: 'prompt', content: [{ type: 'text', text: prompt }] }, run])
    const entry = entriesOf(thread).find(({ kind }) => kind === 'tool_call')
    if (entry === undefined) throw new Error('there is a call')
    return drawEntry(entry, talkOf(thread), { ...SETTING, isOpen: false, height }).length - 1
  }
  expect([12, 24, 50].map(height => shownIn('count', height))).toEqual([5, 8, 16])
  expect(shownIn('/run count', 24)).toBe(30)
})

describe('a tool call that is closed', () => {
  test.each([
    ['pending', '○ A call'],
    ['completed', '✓ A call'],
    ['failed', '✗ A call'],
    ['cancelled', '⊘ A call'],
  ])('has a sign for %s', (status, line) => {
    expect(show([call({ status })])).toEqual([line])
  })

  test('turns its sign while it runs, and says for how long it has', () => {
    const times = { open: new Map([['c', 7_500]]), newer: new Map(), older: new Map() }
    expect(show([call({ status: 'in_progress' })], { talk: { times } })).toEqual(['◐ A call  2.5 s'])
    const ended = { open: new Map(), newer: new Map(), older: new Map([['c', 65_000]]) }
    expect(show([call({ status: 'completed' })], { talk: { times: ended } })).toEqual(['✓ A call  1 min 5 s'])
  })

  test('shows a command that is given as what the tool is called with, and nothing else of that', () => {
    const bash = { kind: 'execute', title: 'Bash', status: 'pending' }
    expect(show([call({ ...bash, content: [text('{"command":"rm -r x"}')] })])).toEqual([
      '○ $ Bash',
      '    rm -r x',
    ])
    const named = { ...bash, title: 'Running: rm -r x', content: [text('{"command":"rm -r x"}')] }
    expect(show([call(named)])).toEqual(['○ $ Running: rm -r x'])
    expect(show([call({ ...bash, content: [text('{"timeout":1}')] })])).toEqual(['○ $ Bash'])
    const ended = { ...bash, status: 'completed', content: [text('{"command":"it printed this"}')] }
    expect(show([call(ended)])).toEqual(['✓ $ Bash', '    {"command":"it printed this"}'])
  })

  test('names its kind once, and its place without what is clear', () => {
    const locations = [{ path: '/home/me/project/src/a.ts', line: 12 }]
    expect(show([call({ kind: 'read', title: 'Read src/a.ts', status: 'completed', locations })])).toEqual([
      '✓ Read src/a.ts  src/a.ts:12',
    ])
    expect(
      show([
        call({
          kind: 'search',
          title: 'for words',
          status: 'completed',
          locations: [{ path: '/home/me/notes' }, { path: '/etc' }],
        }),
      ]),
    ).toEqual(['✓ search for words  ~/notes and 1 more'])
    expect(show([call({ kind: 'execute', title: '`npm test`', status: 'pending' })])).toEqual([
      '○ $ npm test',
    ])
  })

  test('shows a short diff of the one file that it changes', () => {
    const newText = Array.from({ length: 40 }, (_, at) => `line ${at}\n`).join('')
    const told = call({
      kind: 'edit',
      title: 'Write a.ts',
      status: 'completed',
      locations: [{ path: '/home/me/project/a.ts' }],
      content: [diff('/home/me/project/a.ts', null, newText)],
    })
    expect(show([told])).toEqual([
      '✓ ✎ Write a.ts  +40 −0',
      ...Array.from({ length: 11 }, (_, at) => `    ${String(at + 1).padStart(2)} + line ${at}`),
      '    … 29 more lines, Ctrl+E',
    ])
  })

  test('lists every file where it changes several', () => {
    const told = call({
      kind: 'edit',
      title: 'Refactor',
      status: 'completed',
      content: [diff('/home/me/project/a.ts', 'a\n', 'b\n'), diff('/other/b.ts', null, 'x\ny\n')],
    })
    expect(show([told])).toEqual(['✓ ✎ Refactor  +3 −1', '    a.ts +1 −1', '    /other/b.ts (new) +2 −0'])
  })

  test('of version 2 shows its changes and its patch', () => {
    const patch =
      'diff --git a/src/a.ts b/src/a.ts\n--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1 +1 @@\n-old\n+new\n'
    const told = {
      sessionUpdate: 'tool_call_update',
      toolCallId: 'c',
      title: 'Change',
      kind: 'edit',
      status: 'completed',
      content: [
        {
          type: 'diff',
          changes: [
            { operation: 'modify', path: '/home/me/project/src/a.ts' },
            { operation: 'move', oldPath: '/home/me/project/b', path: '/home/me/project/c' },
          ],
          patch: { format: 'git_patch', text: patch },
        },
      ],
    } as Told
    expect(show([told], { version: 2 })).toEqual([
      '✓ ✎ Change  +1 −1',
      '    src/a.ts +1 −1',
      '    b → c (moved) +0 −0',
    ])
    expect(show([told], { version: 2, isOpen: true })).toEqual([
      '✓ ✎ Change  +1 −1',
      '    src/a.ts +1 −1',
      '    1 − old',
      '    1 + new',
      '    b → c (moved) +0 −0',
    ])
  })

  test('shows what a patch changes without naming it', () => {
    const patch = '--- a/one\n+++ b/one\n@@ -1 +1 @@\n-a\n+b\n--- a/two\n+++ b/two\n@@ -0,0 +1 @@\n+c\n'
    const content = [
      {
        type: 'diff',
        changes: [{ operation: 'modify', path: '/r/one' }],
        patch: { format: 'git_patch', text: patch },
      },
    ]
    const told = {
      sessionUpdate: 'tool_call_update',
      toolCallId: 'c',
      title: 'Change',
      status: 'completed',
      content,
    } as Told
    expect(show([told], { version: 2 })).toEqual(['✓ Change  +2 −1', '    /r/one +1 −1', '    two +1 −0'])
  })

  test('shows the last lines of what a program said, and how it ended', () => {
    const output = Array.from({ length: 9 }, (_, at) => `line ${at}\n`).join('')
    const told: Told[] = [
      call({
        kind: 'execute',
        title: 'npm test',
        status: 'failed',
        content: [{ type: 'terminal', terminalId: 't' }],
      }),
      { type: 'terminal', terminalId: 't', output, exitStatus: { exitCode: 1 } },
    ]
    expect(show(told)).toEqual([
      '✗ $ npm test  exit 1',
      '    … 5 more lines above, Ctrl+E',
      '    line 5',
      '    line 6',
      '    line 7',
      '    line 8',
    ])
    expect(
      show([call({ kind: 'execute', status: 'completed', content: [text('```sh\nhello\n```')] })]),
    ).toEqual(['✓ $ A call', '    hello'])
  })

  test('shows what its terminal says after it is done', () => {
    const told = [
      call({ kind: 'execute', status: 'completed', content: [{ type: 'terminal', terminalId: 't' }] }),
    ]
    const draw = (thread: Thread): readonly string[] =>
      entriesOf(thread).flatMap(entry =>
        asText(drawEntry(entry, talkOf(thread), { ...SETTING, isOpen: false })),
      )
    const thread = threadOf(told)
    expect(draw(thread)).toEqual(['✓ $ A call'])
    const later = reduce(thread, { type: 'terminal', terminalId: 't', output: 'late\n' })
    expect(draw(later)).toEqual(['✓ $ A call', '    late'])
  })

  test('says why it failed, and keeps what it found to itself', () => {
    expect(
      show([call({ kind: 'read', title: 'Read x', status: 'failed', content: [text('no such file')] })]),
    ).toEqual(['✗ Read x', '    no such file'])
    expect(
      show([call({ kind: 'read', title: 'Read x', status: 'failed', rawOutput: { error: 'denied' } })]),
    ).toEqual(['✗ Read x', '    denied'])
    expect(
      show([call({ kind: 'read', title: 'Read x', status: 'completed', content: [text('everything')] })]),
    ).toEqual(['✓ Read x'])
  })

  test('stays on one line however long its title is, and keeps what is counted', () => {
    const told = call({
      title: `Do ${'x'.repeat(1_000_000)}`,
      kind: 'edit',
      status: 'completed',
      content: [diff('/a', 'a\n', 'b\n'), diff('/b', 'a\n', 'b\n')],
    })
    const start = performance.now()
    const [head] = show([told])
    expect(head).toMatch(/^✓ ✎ Do x+… {2}\+2 −2$/)
    expect(performance.now() - start).toBeLessThan(200)
  })
})

describe('a tool call that is open', () => {
  test('shows all that it holds', () => {
    const told = call({
      kind: 'other',
      title: 'Look',
      status: 'completed',
      locations: [{ path: '/a' }, { path: '/home/me/project/b', line: 3 }],
      rawInput: { query: 'a "b"', list: [1, null, true] },
      content: [
        text('Found **this**.'),
        { type: 'content', content: { type: 'image', mimeType: 'image/png', data: 'AAAA' } },
      ],
    })
    expect(show([told], { isOpen: true })).toEqual([
      '✓ Look  /a and 1 more',
      '    b:3',
      '    input {"query": "a \\"b\\"", "list": [1, null, true]}',
      '    Found this.',
      '    [image: image/png, 3 bytes]',
    ])
  })

  test('shows changes side by side where there is room', () => {
    const told = call({
      kind: 'edit',
      title: 'Edit /x',
      status: 'completed',
      content: [diff('/x', 'one\n', 'two\n')],
    })
    const left = `    1 − one${' '.repeat(67)}`
    expect(show([told], { isOpen: true, columns: 160 })).toEqual([
      '✓ ✎ Edit /x  +1 −1',
      '    /x +1 −1',
      `${left.padEnd(80)} │ 1 + two`,
    ])
  })

  test('is bounded, whatever was put into it', () => {
    const start = performance.now()
    const told = call({
      status: 'completed',
      rawInput: { a: Array.from({ length: 1_000_000 }, (_, at) => at) },
      content: Array.from({ length: 5_000 }, () => text('word '.repeat(100))),
    })
    expect(show([told], { isOpen: true }).length).toBeLessThanOrEqual(5_001)
    expect(performance.now() - start).toBeLessThan(4_000)
  })
})
