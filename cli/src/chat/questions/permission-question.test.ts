import type { PermissionRequest } from '@parley/acp/client'
import { emptyThread, reduce, type Thread } from '@parley/acp/thread'
import { expect, test } from 'vitest'
import type { PermissionQuestion, Question } from '../model/question.js'
import type { ChangesPage } from './changes-page.js'
import { isDestructive } from './destructive.js'
import { changesBody } from './draw-changes.js'
import { toPermissionQuestion } from './permission-question.js'
import { withShownChange } from './shown-change.js'

type Action = NonNullable<PermissionRequest['action']>
const at = { path: '/work/a', root: '/work' }
const write = { action: 'fs.write', at, isNew: true, sha256: 'x' } as const
const claim = (change: object): Action => ({
  action: 'agent.claimed',
  kind: 'read',
  title: 'Do it',
  wasCleaned: false,
  ...change,
})

const request = (change: object): PermissionRequest => {
  const made = { sessionId: 's', title: 'Do it', options: [], raw: {}, ...change }
  return made as unknown as PermissionRequest
}

const destructive: readonly Action[] = [
  write,
  { action: 'fs.delete', at: [at], isFolder: false },
  { action: 'fs.move', from: at, to: at },
  { action: 'terminal.exec', argv: ['ls'], isShell: false, cwd: at, env: {} },
  { action: 'mcp.call', server: 's', tool: 't', schema: 'x' },
  { action: 'mcp.start', server: 's', argv: ['x'] },
  { action: 'agent.mode', mode: 'bypassPermissions' },
  ...['edit', 'delete', 'move', 'execute', 'other', 'whatever'].map(kind => claim({ kind })),
  claim({ runs: { argv: ['rm', '-r'], cwd: '/work' } }),
  claim({ writes: [write] }),
  claim({ wasCleaned: true }),
  claim({ hasUnreadableCommand: true }),
]

test('a yes that may destroy something is known by the facts, whatever an agent calls it', () => {
  for (const action of destructive)
    expect([action, isDestructive(request({ action }))]).toEqual([action, true])
})

test('a yes that changes nothing is not', () => {
  const harmless: readonly Action[] = [
    { action: 'fs.read', at },
    { action: 'net.fetch', url: 'https://x' },
    { action: 'agent.mode', mode: 'ask' },
    ...['read', 'search', 'think', 'fetch', 'switch_mode'].map(kind => claim({ kind })),
  ]
  for (const action of harmless) expect([action, isDestructive(request({ action }))]).toEqual([action, false])
})

test('to a mode that asks nobody one is not switched by Enter', () => {
  const action = claim({ kind: 'switch_mode' })
  const options = [{ optionId: 'x', name: 'Yes, and bypass permissions', kind: 'allow_once' }]
  expect(isDestructive(request({ action, options }))).toBe(true)
  expect(isDestructive(request({ action, title: 'Switch to YOLO' }))).toBe(true)
})

test('where nobody judged, only what the agent calls it is known', () => {
  expect(isDestructive(request({}))).toBe(true)
  expect(isDestructive(request({ toolCall: { kind: 'read' } }))).toBe(false)
})

test('of a change everything is kept that the texts do not tell', () => {
  const head = [
    'The agent asks to make the changes below, in its own words:',
    '  Do it',
    '  (it calls this “read”)',
  ]
  const action = claim({ writes: [write] })
  const shown = [
    '  writes /work/a',
    '  +1 −0',
    '  (it holds characters that cannot be seen: · marks them)',
    '  +x',
  ]
  const lines = [...head, ...shown, '  writes /work/b']
  const changes = [{ path: '/work/a', newText: 'x' }]
  const question = toPermissionQuestion('q', request({ action, lines, changes }), ['/work'])
  expect(question.lines.slice(1)).toEqual([shown[2], '  writes /work/b'])
  // A patch stands in the lines alone.
  const toolCall = { toolCallId: 't', content: [{ type: 'diff', patch: 'x' }] }
  expect(toPermissionQuestion('q', request({ action, lines, changes, toolCall }), []).lines.slice(1)).toEqual(
    lines.slice(3),
  )
})

test('more facts than anybody reads are counted, with a warning', () => {
  const action = { action: 'terminal.exec', argv: [], isShell: false, cwd: at, env: {} } as const
  const many = Array.from({ length: 5_000 }, (_, index) => `  [${index}] x`)
  const { lines } = toPermissionQuestion('q', request({ action, lines: many }), [])
  expect(lines).toHaveLength(4_001)
  expect(lines.at(-1)).toBe('  … 1000 more lines are too long to be shown: do not allow it')
  const long = toPermissionQuestion('q', request({ action, lines: ['  [0] x', 'y'.repeat(1_000_000)] }), [])
  expect(long.lines.at(-1)).toMatch(/do not allow it/)
})

test('the answers keep their order and at most sixteen are kept', () => {
  const options = Array.from({ length: 20 }, (_, index) => ({
    optionId: `${index}`,
    name: 'x',
    kind: 'allow_once',
  }))
  const question = toPermissionQuestion('q', request({ action: claim({}), options }), [])
  expect(question.options.map(({ id }) => id)).toEqual(options.slice(0, 16).map(({ optionId }) => optionId))
})

test('what an agent says of what it wants is shown where it shows neither a change nor a command', () => {
  const content = [{ type: 'content', content: { type: 'text', text: 'May I run:\u001b[2J rm -r x\n\n' } }]
  const bare = request({ action: claim({}), toolCall: { toolCallId: 'c', content } })
  expect(toPermissionQuestion('q', bare, ['/work']).lines.join('\n')).toMatch(/\n {2}“May I run:.* rm -r x”$/)
  const shown = request({ ...bare, action: claim({ runs: { argv: ['rm'], cwd: '/work' } }) })
  expect(toPermissionQuestion('q', shown, ['/work']).lines.join('\n')).not.toContain('May I run')
})

test('the answers of this side come in the order in which agents give theirs: yes first', () => {
  const choice = (optionId: string, kind: string) => ({ optionId, name: optionId, kind })
  const options = [
    choice('reject', 'reject_once'),
    choice('once', 'allow_once'),
    choice('session', 'allow_always'),
    choice('always', 'allow_always'),
  ]
  const idsFor = (change: object) =>
    toPermissionQuestion('q', request({ options, ...change }), []).options.map(({ id }) => id)
  expect(idsFor({ action: write })).toEqual(['once', 'session', 'always', 'reject'])
  expect(idsFor({ action: claim({}) })).toEqual(['reject', 'once', 'session', 'always'])
})

const linesFor = (title: string, argv: readonly string[]) => {
  const words = argv.map((word, index) => `  [${index}] ${word}`)
  const action = claim({ kind: 'execute', title, runs: { argv, cwd: '/work' } })
  const lines = [
    'The agent asks to run it:',
    `  ${title}`,
    '  (it calls this …)',
    'Run',
    ...words,
    '  in /work',
  ]
  const question = toPermissionQuestion('q', request({ action, title: `${title}: …`, lines }), ['/work'])
  return [question.title, ...question.lines.slice(1)]
}

test.each([
  ['npm test', ['npm', 'test'], ['npm test']],
  ['`npm test`', ['npm', 'test'], ['npm test']],
  ['Run the tests', ['npm', 'test'], ['npm test', '  “Run the tests”']],
  ['ls', ['rm', '-r', 'x'], ['rm -r x', '  “ls”']],
  ['npm test && date', ['npm test && date'], ['npm test && date']],
  ['npm test && date', ['bash', '-lc', 'npm test && date'], ['npm test && date', '  given to bash -lc']],
  ['Tests', ['/bin/sh', '-c', 'a | b'], ['a | b', '  “Tests”', '  given to /bin/sh -c']],
])('the command of “%s” is shown once, and what differs: %j', (title, argv, shown) => {
  expect(linesFor(title, argv)).toEqual([...shown, '  in /work'])
})

test('words that could be taken for others are shown one by one', () => {
  const long = 'x'.repeat(400)
  for (const argv of [
    ['rm', '-r', long],
    ['rm', '-r', 'a b'],
    ['node', '-e', 'x'.repeat(10), ''],
    ['sh', '-c', 'x', 'y z'],
    ['rm', '“x”'],
  ])
    expect(linesFor(argv.join(' '), argv)).toEqual([
      expect.any(String),
      'Run',
      ...argv.map((word, index) => `  [${index}] ${word}`),
      '  in /work',
    ])
})

test('where nobody judged, the change is the one that the agent shows, and is called so', () => {
  const content = [
    { type: 'diff', path: '/work/a', oldText: 'one', newText: 'two' },
    { type: 'content', content: { type: 'text', text: 'please' } },
    { type: 'diff', path: '/work/b', newText: 'new' },
  ]
  const toolCall = { toolCallId: 't', content }
  const question = toPermissionQuestion('q', request({ toolCall }), [])
  expect(question.changes).toEqual([
    { path: '/work/a', oldText: 'one', newText: 'two' },
    { path: '/work/b', newText: 'new' },
  ])
  expect(question.reason).toMatch(/as the agent shows it/)
  // Whoever judged has looked.
  expect(toPermissionQuestion('q', request({ action: claim({}), toolCall }), []).changes).toEqual([])
})

const diffOf = (path: string, newText: string): object => ({ type: 'diff', path, oldText: 'one', newText })
const asked = (content: readonly object[] = []): PermissionQuestion =>
  toPermissionQuestion('q', request({ toolCall: { toolCallId: 't', kind: 'read', content } }), [])
const talking = (...contents: readonly (readonly object[])[]): { readonly thread: Thread } => ({
  thread: contents.reduce<Thread>(
    (thread, content) =>
      reduce(thread, { sessionUpdate: 'tool_call', toolCallId: 't', title: 'Edit', content } as never),
    emptyThread(1),
  ),
})

test.each([
  ['is too long', [diffOf('/a', 'x'.repeat(150_000)), diffOf('/b', 'x'.repeat(150_000))], 1],
  ['has too many lines', [diffOf('/a', '\n'.repeat(3_000)), diffOf('/b', '\n'.repeat(3_000))], 1],
  ['has too many files', Array.from({ length: 40 }, (_, index) => diffOf(`/${index}`, 'x')), 8],
  ['is a patch', [diffOf('/a', 'x'), { type: 'diff', changes: [{ path: '/b' }], patch: { text: 'x' } }], 1],
  ['is far behind', [diffOf('/a', 'x'), ...Array.from({ length: 1_002 }, () => ({ type: 'terminal' }))], 3],
])('what %s is said not to be shown', (_, content, left) => {
  for (const question of [asked(content), withShownChange(asked(), talking(content))]) {
    expect(question).toMatchObject({ isDestructive: true, shown: { left } })
    expect(question.is === 'permission' && question.reason).toMatch(
      new RegExp(`${left} parts? of it (is|are) not shown here`),
    )
  }
})

test('a change that only the call shows is shown with the question about it, whatever its kind', () => {
  const question = asked()
  expect(question).toMatchObject({ changes: [], isDestructive: false })
  const talk = talking([diffOf('/work/a', 'two')])
  const shown = withShownChange(question, talk)
  expect(shown).toMatchObject({
    changes: [{ path: '/work/a', oldText: 'one', newText: 'two' }],
    reason: expect.stringContaining('as the agent shows it'),
    isDestructive: true,
  })
  expect(withShownChange(shown, talk)).toBe(shown)
  const other = { ...question, callId: 'other' }
  expect(withShownChange(other, talk)).toBe(other)
  const judged = toPermissionQuestion('q', request({ action: claim({}), toolCall: { toolCallId: 't' } }), [])
  expect(withShownChange(judged, talk)).toBe(judged)
})

test('what came with the question and what the call shows are both shown', () => {
  const shown = withShownChange(
    asked([diffOf('/a', 'two')]),
    talking([diffOf('/a', 'two'), diffOf('/b', 'three')]),
  )
  expect(shown).toMatchObject({ changes: [{ path: '/a' }, { path: '/b' }] })
})

test('a change that becomes another after it was read is asked about anew, and said to be late', () => {
  const first = {
    ...withShownChange(asked(), talking([diffOf('/a', 'two')])),
    shownAt: 5,
    wasShown: true,
  } as PermissionQuestion
  const same = withShownChange(first, talking([], [diffOf('/a', 'two')]))
  expect(same).toMatchObject({ shownAt: 5, changes: first.changes })
  const late = withShownChange(
    { ...first, selected: 0 },
    talking([diffOf('/a', 'two')], [diffOf('/a', 'two'), diffOf('/b', 'x')]),
  )
  expect(late).toMatchObject({ shownAt: undefined, selected: undefined, changes: [{}, { path: '/b' }] })
  expect(late.is === 'permission' && late.reason).toMatch(/became another after it was asked about/)
  // Also when it becomes yet another before anybody has seen it again.
  const again = withShownChange({ ...late, wasShown: undefined }, talking([], [diffOf('/c', 'x')]))
  expect(again.is === 'permission' && again.reason).toMatch(/became another after it was asked about/)
})

test('one that becomes another behind a page is said to be late, too: somebody may have read it', () => {
  const first = withShownChange(asked(), talking([diffOf('/a', 'two')]))
  const hidden = { ...first, shownAt: undefined, wasShown: true } as Question
  const late = withShownChange(hidden, talking([], [diffOf('/b', 'x')]))
  expect(late.is === 'permission' && late.reason).toMatch(/became another after it was asked about/)
})

test('a change that the agent takes back is not shown any more, and that it was there is said', () => {
  const first = withShownChange(asked(), talking([diffOf('/a', 'two')]))
  const back = withShownChange(first, talking([diffOf('/a', 'two')], []))
  expect(back).toMatchObject({ changes: [], isDestructive: true })
  expect(back.is === 'permission' && back.reason).toMatch(/taken back/)
})

test('what comes with the question and what its call shows have one limit together, and nothing is counted twice', () => {
  const many = (name: string): readonly object[] =>
    Array.from({ length: 20 }, (_, index) => diffOf(`/${name}${index}`, 'x'))
  const shown = withShownChange(asked(many('a')), talking([...many('a'), ...many('b')]))
  expect(shown).toMatchObject({ shown: { left: 8 } })
  expect(shown.is === 'permission' && shown.changes).toHaveLength(32)
  const patch = { type: 'diff', changes: [{ path: '/b' }], patch: { text: 'x' } }
  expect(withShownChange(asked([patch]), talking([patch, patch]))).toMatchObject({ shown: { left: 3 } })
})

test('one change that is too long hides no small ones behind it', () => {
  const content = [diffOf('/a', 'x'.repeat(300_000)), diffOf('/b', 'x'), diffOf('/c', 'x')]
  for (const question of [asked(content), withShownChange(asked(), talking(content))])
    expect(question).toMatchObject({ changes: [{ path: '/b' }, { path: '/c' }], shown: { left: 1 } })
})

test('the page of everything knows what a change has become', () => {
  const page = { file: 0 } as ChangesPage
  const words = (question: Question): string =>
    changesBody(page, question, 80)
      .map(line => line.map(({ text }) => text).join(''))
      .join('\n')
  const first = asked()
  expect(words(first)).not.toContain('secret')
  expect(words(withShownChange(first, talking([diffOf('/secret', 'two')])))).toContain('secret')
})
