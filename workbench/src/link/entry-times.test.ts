import { emptyThread, reduce, type ThreadUpdate } from '@parley/acp/thread'
import { expect, test } from 'vitest'
import { EntryTimes, type ShownTimes, takeTime, withTime } from './entry-times.js'

const call = (status: string, at?: number): ThreadUpdate =>
  ({
    ...{ sessionUpdate: status === 'pending' ? 'tool_call' : 'tool_call_update', toolCallId: '1' },
    ...{ title: 'Run', status, ...(at !== undefined && { _meta: { 'parley.dev/at': at, own: 1 } }) },
  }) as unknown as ThreadUpdate

function hear(updates: readonly ThreadUpdate[]) {
  const times = new EntryTimes()
  let thread = emptyThread(1)
  for (const update of updates) {
    const { told, at } = takeTime(update)
    thread = reduce(thread, told)
    times.hear(thread.slots, at)
  }
  return { thread, shown: times.shown({ startedAt: new Map(), endedAt: new Map() }), times }
}

test('a tool began when it was no longer only announced, and was over with the last word', () => {
  const { shown, times } = hear([
    call('pending', 1_000),
    call('in_progress', 1_500),
    call('completed', 4_000),
    call('completed', 9_000),
  ])
  expect([...shown.startedAt, ...shown.endedAt]).toEqual([
    [0, 1_500],
    [0, 4_000],
  ])
  expect(times.shown(shown)).toBe(shown)
})

const tookMilliseconds = ({ startedAt, endedAt }: ShownTimes) =>
  (endedAt.get(0) ?? 0) - (startedAt.get(0) ?? 0)
const NONE: ShownTimes = { startedAt: new Map(), endedAt: new Map() }

test('the time in which somebody is asked is no work of the tool', () => {
  const { times, thread } = hear([call('pending', 1_000), call('in_progress', 1_000)])
  times.ask(true, 3_000)
  times.ask(true, 5_000)
  times.ask(false, 60_000)
  times.hear(reduce(thread, call('completed')).slots, 62_000)
  expect(tookMilliseconds(times.shown(NONE))).toBe(4_000)
})

test('of what is told again, the time before an answer is no work either', () => {
  const times = new EntryTimes()
  let thread = reduce(emptyThread(1), call('pending'))
  const tell = (status: string, at: number): void => {
    thread = reduce(thread, call(status))
    times.hear(thread.slots, at)
  }
  times.hear(thread.slots, 1_000)
  tell('in_progress', 2_000)
  times.hearAnswer()
  tell('in_progress', 60_000)
  tell('completed', 60_700)
  expect(tookMilliseconds(times.shown(NONE))).toBe(700)
})

test('what is over while somebody is asked has worked until then', () => {
  const { times, thread } = hear([call('pending', 1_000)])
  times.ask(true, 3_000)
  times.hear(reduce(thread, call('failed')).slots, 90_000)
  times.ask(false, 90_000)
  expect(tookMilliseconds(times.shown(NONE))).toBe(2_000)
})

test('a message of the gateway tells its time with its update, and others are as they were', () => {
  const update = call('pending')
  const params = { sessionId: 's', update, _meta: { 'parley.dev/at': 7 } }
  const message = { jsonrpc: '2.0', method: 'session/update', params }
  const timed = withTime(message) as { params: { update: ThreadUpdate } }
  expect(takeTime(timed.params.update).at).toBe(7)
  const plain = { ...message, params: { sessionId: 's', update } }
  expect(withTime(plain)).toBe(plain)
})

test('of what nobody tells a time none is known, and what goes along with an update stays', () => {
  expect(hear([call('pending'), call('completed')]).shown).toEqual({
    startedAt: new Map(),
    endedAt: new Map(),
  })
  expect(takeTime(call('pending', 5)).told).toMatchObject({ _meta: { own: 1 } })
})
