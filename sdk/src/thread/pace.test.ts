/** A conversation costs the same per update at any length. Ten times the updates may take ten times as long, not a hundred. */
import { expect, test } from 'vitest'
import { type Happening, prompt, said, text } from './fold.fixture.js'
import { reduce } from './reduce.js'
import { toText } from './text.js'
import { emptyThread, type Thread, type ThreadVersion } from './thread.js'

const FEW = 10_000
const MANY = 100_000
// Linear is 10 and quadratic is 100; a noisy machine and a cache that is too small lie in between.
const MOST_TIMES_AS_LONG = 40
const LEAST_MILLISECONDS = 10
const TIMEOUT_MILLISECONDS = 120_000
const IMAGE = { type: 'image', data: '', mimeType: 'image/png' }

type Make = (index: number, count: number) => object

const COURSES: readonly [title: string, version: ThreadVersion, make: Make][] = [
  ['version 1: text in pieces', 1, () => said('agent', 'some words ')],
  ['version 2: text in pieces', 2, () => said('agent', 'some words ', 'm')],
  ['version 1: pieces that are no text', 1, () => ({ sessionUpdate: 'agent_message_chunk', content: IMAGE })],
  [
    'version 1: tool calls',
    1,
    index => ({ sessionUpdate: 'tool_call', toolCallId: `t${index}`, title: 'x' }),
  ],
  ['version 2: messages', 2, index => said('agent', 'x', `m${index}`)],
  [
    'version 2: changes of early tool calls',
    2,
    (index, count) => ({
      sessionUpdate: 'tool_call_update',
      toolCallId: `t${index < count / 2 ? index : index % 50}`,
      status: 'in_progress',
    }),
  ],
  [
    'version 2: content of one tool call, in pieces',
    2,
    index =>
      index % 10 === 0
        ? { sessionUpdate: 'tool_call_update', toolCallId: 't', status: 'in_progress' }
        : {
            sessionUpdate: 'tool_call_content_chunk',
            toolCallId: 't',
            content: { type: 'content', content: text('x') },
          },
  ],
  [
    'version 2: output of one terminal',
    2,
    () => ({ sessionUpdate: 'terminal_output_chunk', terminalId: 't', data: 'eHh4eHh4' }),
  ],
  [
    'version 2: metadata',
    2,
    index => ({ sessionUpdate: 'agent_message', messageId: 'm', _meta: { [`k${index}`]: 1 } }),
  ],
  [
    'version 1: plans and unknown updates',
    1,
    index =>
      index % 2 === 0
        ? { sessionUpdate: '_mine', index }
        : { sessionUpdate: 'plan_update', plan: { type: 'items', planId: `p${index}`, entries: [] } },
  ],
  ['version 1: notices', 1, index => ({ sessionUpdate: 'notice', severity: 'info', title: `n${index}` })],
]

/** Feeds a thread with events made beforehand; gives up, and says so, once it has taken longer than it may. */
function feed(
  start: Thread,
  events: readonly object[],
  limit: number,
): { thread: Thread; milliseconds: number } {
  const began = performance.now()
  // Those who show a conversation hold on to threads on the way.
  const held: Thread[] = []
  let thread = start
  for (const [index, event] of events.entries()) {
    thread = reduce(thread, event as Happening)
    if (index % 500 === 0) held.push(thread)
    if (index % 500 === 0 && performance.now() - began > limit) break
  }
  return { thread, milliseconds: performance.now() - began }
}

const makeAll = (make: Make, count: number): readonly object[] =>
  Array.from({ length: count }, (_, index) => make(index, count))

/** A measurement that a busy machine spoiled gets a second chance. */
function expectLinear(measure: (count: number, limit: number) => number): void {
  const few = Math.min(...[FEW, FEW, FEW].map(count => measure(count, Number.MAX_VALUE)))
  const limit = Math.max(few, LEAST_MILLISECONDS) * MOST_TIMES_AS_LONG
  const many = measure(MANY, limit)
  expect(many < limit ? many : measure(MANY, limit)).toBeLessThan(limit)
}

test.each(COURSES)(
  '%s: a hundred thousand updates take ten times as long as ten thousand',
  (_, version, make) =>
    expectLinear((count, limit) => feed(emptyThread(version), makeAll(make, count), limit).milliseconds),
  TIMEOUT_MILLISECONDS,
)

test(
  'a prompt that is repeated in a hundred thousand pieces is compared in linear time',
  () =>
    expectLinear((count, limit) => {
      const sent = reduce(emptyThread(1), prompt('x'.repeat(count)))
      const { thread, milliseconds } = feed(
        sent,
        makeAll(() => said('user', 'x'), count),
        limit,
      )
      expect(thread.slots.length).toBe(1)
      return milliseconds
    }),
  TIMEOUT_MILLISECONDS,
)

test(
  'a long conversation is written down in linear time',
  () =>
    expectLinear(count => {
      const make: Make = index => said(index % 2 === 0 ? 'user' : 'agent', 'x', `m${index}`)
      const { thread } = feed(emptyThread(2), makeAll(make, count), Number.MAX_VALUE)
      const began = performance.now()
      expect(toText(thread).length).toBeGreaterThan(count)
      return performance.now() - began
    }),
  TIMEOUT_MILLISECONDS,
)
