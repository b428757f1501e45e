import { expect, test } from 'vitest'
import type { RunEvent, Update } from './event.js'
import { Halt } from './halt.js'
import { Ledger } from './ledger.js'
import { Showing } from './showing.js'
import { TextFormat } from './text-format.js'

/** Shows events as text. */
function makeStage({ isVerbose = false, version = 1 } = {}) {
  let shown = ''
  const asides: string[] = []
  const ledger = new Ledger('x', '/work', 0)
  const format = new TextFormat({
    output: {
      write(words) {
        shown += words
        return undefined
      },
    },
    ...{ isColoured: false, isVerbose, aside: text => void asides.push(text) },
    fail: error => {
      throw error
    },
  })
  const showing = new Showing({ ledger, load: async () => format, halt: new Halt(), now: () => 0 })
  const take = (): string => {
    const text = shown
    shown = ''
    return text
  }
  const show = (event: RunEvent): string => {
    void showing.show(event)
    return take()
  }
  const update = (update: object): string => show({ type: 'update', update: update as Update })
  const open = async (): Promise<void> => {
    await showing.ready()
    void showing.show({
      ...{ type: 'start', agent: { id: 'x' }, sessionId: 's', cwd: '/work' },
      ...{ protocolVersion: version, isResumed: false },
    })
  }
  const end = (): string =>
    show({ type: 'end', report: ledger.report({ exitCode: 0, stopReason: 'end_turn' }, 0) })
  return { open, show, update, end, asides, take }
}

const text = (words: string) => ({ type: 'content', content: { type: 'text', text: words } })
const diff = { type: 'diff', path: '/work/a.txt', oldText: 'one\n', newText: 'two\n' }
const call = (fields: object) => ({ sessionUpdate: 'tool_call', toolCallId: 'c', title: 'Do it', ...fields })
const change = (fields: object) => ({ sessionUpdate: 'tool_call_update', toolCallId: 'c', ...fields })

test.each(['read', 'search', 'think', 'fetch', 'other', 'switch_mode'])(
  'a call of the kind %s is one line, unless everything is wanted',
  async kind => {
    const stage = makeStage()
    await stage.open()
    expect(stage.update(call({ kind, status: 'completed', content: [text('long')] }))).toBe('✓ Do it 0 ms\n')
    const verbose = makeStage({ isVerbose: true })
    await verbose.open()
    expect(verbose.update(call({ kind, status: 'completed', content: [text('long')] }))).toBe(
      '✓ Do it 0 ms\n    long\n',
    )
  },
)

test('of a change the change is shown, of a command what it says, of a failure why', async () => {
  const stage = makeStage()
  await stage.open()
  const content = [text('done'), diff]
  expect(stage.update(call({ kind: 'edit', status: 'completed', content }))).toBe(
    '✓ Do it 0 ms\n    a.txt +1 −1\n    1 − one\n    1 + two\n',
  )
  expect(
    stage.update({
      ...call({ kind: 'execute', status: 'completed', content: [text('hi')] }),
      toolCallId: 'd',
    }),
  ).toBe('✓ Do it 0 ms\n    hi\n')
  expect(
    stage.update({ ...call({ kind: 'read', status: 'failed', content: [text('why')] }), toolCallId: 'e' }),
  ).toBe('✗ Do it 0 ms\n    why\n')
})

test('a change that somebody was asked about is not shown again', async () => {
  const stage = makeStage()
  await stage.open()
  stage.show({ type: 'question', changes: [{ path: '/work/a.txt', newText: 'two\n' }] })
  expect(stage.update(call({ kind: 'edit', status: 'failed', content: [diff, text('rejected')] }))).toBe(
    '✗ Do it 0 ms\n    a.txt +1 −1\n    rejected\n',
  )
})

test('what was answered before is not told again', async () => {
  const stage = makeStage()
  await stage.open()
  const permission = { action: 'fs.write', title: 'write a', decision: 'allow' } as const
  expect(stage.show({ type: 'permission', permission: { ...permission, by: 'pass:edit' } })).toBe('')
  expect(stage.show({ type: 'permission', permission: { ...permission, by: 'pass:command' } })).toBe('')
  expect(stage.show({ type: 'permission', permission: { ...permission, by: 'you' } })).toBe(
    '  ✓ allowed by you: write a\n',
  )
})

test('a plan has its heading once, and then only what has changed', async () => {
  const stage = makeStage()
  await stage.open()
  const plan = (...states: readonly string[]): string =>
    stage.update({
      sessionUpdate: 'plan',
      entries: states.map((status, index) => ({ content: `step ${index}`, priority: 'low', status })),
    })
  expect(plan('in_progress', 'pending')).toBe('plan\n  ▸ step 0\n  • step 1\n')
  expect(plan('completed', 'in_progress')).toBe('  ✓ step 0\n  ▸ step 1\n')
  expect(plan('completed', 'in_progress')).toBe('')
  expect(plan('completed', 'in_progress', 'pending')).toBe('  • step 2\n')
})

test('what a command prints is shown as it comes, then how it ended', async () => {
  const stage = makeStage()
  await stage.open()
  const print = (words: string): string => stage.show({ type: 'output', terminalId: 't', text: words })
  // The command may be quicker than who says whose it is.
  expect(print('one\ntw')).toBe('')
  const content = [{ type: 'terminal', terminalId: 't' }]
  expect(stage.update(call({ kind: 'execute', status: 'in_progress', content }))).toBe('◐ Do it\n    one\n')
  expect(print('o\n\u001b[31mred\u001b[0m\n10%\r100%\r\n')).toBe('    two\n    red\n    100%\n')
  expect(stage.show({ type: 'warning', message: 'beside' })).toBe('! beside\n')
  expect(print('again\nlast')).toBe('◐ Do it\n    again\n')
  stage.show({ type: 'exit', terminalId: 't', exit: 'exit code 3' })
  expect(stage.update(change({ status: 'failed' }))).toBe('    last\n✗ Do it 0 ms, exit code 3\n')
})

test('a command that prints for ever is cut, and its end is shown', async () => {
  const stage = makeStage()
  await stage.open()
  stage.update(
    call({ kind: 'execute', status: 'in_progress', content: [{ type: 'terminal', terminalId: 't' }] }),
  )
  let live = ''
  for (let count = 0; count < 1_000; count++)
    live += stage.show({ type: 'output', terminalId: 't', text: `${count}\n` })
  expect(live.trim().split('\n')).toHaveLength(101)
  const rest = stage.update(change({ status: 'completed' })).split('\n')
  expect(rest[0]).toBe('    … 880 more lines')
  expect(rest.at(-3)).toBe('    999')
})

test('a call that waits is told by another sign than one that runs', async () => {
  const stage = makeStage()
  await stage.open()
  stage.update(call({ kind: 'execute', status: 'pending' }))
  stage.update({ ...call({ kind: 'execute', status: 'pending' }), toolCallId: 'd' })
  stage.update(change({ status: 'in_progress' }))
  await expect.poll(() => stage.take(), { interval: 450, timeout: 5_000 }).toBe('◐ Do it\n○ Do it\n')
  stage.end()
})

test('a signal is no exit code', async () => {
  const stage = makeStage({ version: 2 })
  await stage.open()
  const content = [{ type: 'terminal', terminalId: 't' }]
  stage.update(change({ title: 'Do it', kind: 'execute', status: 'in_progress', content }))
  stage.update({
    sessionUpdate: 'terminal_update',
    terminalId: 't',
    exitStatus: { exitCode: null, signal: 'SIGTERM' },
  })
  expect(stage.update(change({ status: 'failed' }))).toBe('✗ Do it 0 ms, ended by SIGTERM\n')
})

test('of a whole message that was told in pieces only what is new is shown', async () => {
  const stage = makeStage({ version: 2 })
  await stage.open()
  const chunk = (words: string, messageId: string): string =>
    stage.update({ sessionUpdate: 'agent_message_chunk', messageId, content: { type: 'text', text: words } })
  const whole = (words: string, messageId: string): string =>
    stage.update({ sessionUpdate: 'agent_message', messageId, content: [{ type: 'text', text: words }] })
  expect(chunk('Hello', 'm')).toBe('Hello')
  expect(whole('Hello', 'm')).toBe('')
  expect(whole('Hello world', 'm')).toBe(' world')
  expect(whole('Goodbye', 'm')).toBe('\n\nGoodbye')
  expect(whole('Next', 'n')).toBe('\n\nNext')
})

test('a cost of nothing is not told', async () => {
  const stage = makeStage()
  await stage.open()
  const usage = (amount: number) =>
    stage.update({ sessionUpdate: 'usage_update', used: 1, size: 2, cost: { amount, currency: 'USD' } })
  usage(0)
  stage.end()
  usage(0.000368)
  stage.end()
  expect(stage.asides).toEqual(['context 1 of 2', 'context 1 of 2 · cost 0.00037 USD'])
})
