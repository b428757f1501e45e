/** What holds for every conversation: it is a value, it costs the same at any length, and it can be told again. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold, freeze, type Happening, prompt, said, text } from './fold.fixture.js'
import { reduce } from './reduce.js'
import { entriesOf } from './selectors.js'
import { emptyThread, type Thread, type ThreadVersion } from './thread.js'
import { equalThreads, toHistory, toValue } from './value.js'

const id = fc.constantFrom('a', 'b', '__proto__')
const maybeId = fc.option(id, { nil: undefined })
const words = fc.constantFrom('', 'x', 'xy', 'yx', 'x\ny')
const block = fc.oneof(
  words.map(text),
  fc.constant({ type: 'image', data: '', mimeType: 'image/png' } as const),
)
const blocks = fc.array(block, { maxLength: 3 })
const soft = <T>(value: fc.Arbitrary<T>) => fc.option(fc.option(value, { nil: null }), { nil: undefined })
const status = fc.constantFrom('pending', 'in_progress', 'completed', 'failed')
const tag = <T extends string>(...tags: T[]) => fc.constantFrom(...tags)

const happening = fc.oneof(
  fc.record({
    sessionUpdate: tag('user_message_chunk', 'agent_message_chunk', 'agent_thought_chunk'),
    messageId: maybeId,
    content: block,
  }),
  fc.record({
    sessionUpdate: tag('user_message', 'agent_message', 'agent_thought'),
    messageId: id,
    content: soft(blocks),
    _meta: soft(fc.dictionary(id, fc.option(fc.nat(2)))),
  }),
  fc.record({
    sessionUpdate: tag('tool_call', 'tool_call_update'),
    toolCallId: id,
    title: soft(words),
    status: soft(status),
    content: soft(
      fc.array(
        block.map(content => ({ type: 'content', content })),
        { maxLength: 2 },
      ),
    ),
  }),
  fc.record({
    sessionUpdate: tag('tool_call_content_chunk'),
    toolCallId: id,
    content: block.map(content => ({ type: 'content', content })),
  }),
  fc.record({
    sessionUpdate: tag('plan_update'),
    plan: fc.record({ type: tag('items'), planId: id, entries: fc.constant([]) }),
  }),
  fc.record({ sessionUpdate: tag('plan_removed'), planId: id }),
  fc.record({ sessionUpdate: tag('compaction_summary_chunk'), compactionId: id, content: block }),
  fc.record({
    sessionUpdate: tag('terminal_output_chunk'),
    terminalId: id,
    data: tag('eA==', '4oI=', 'rA=='),
  }),
  fc.record({ sessionUpdate: tag('state_update'), state: tag('running', 'idle', 'requires_action') }),
  fc.record({ sessionUpdate: tag('notice'), severity: tag('info'), title: words }),
  fc.record({ sessionUpdate: tag('_mine'), any: fc.json().map(json => JSON.parse(json)) }),
  fc.record({ type: tag('prompt'), content: blocks, messageId: maybeId }),
  fc.record({ type: tag('accepted'), messageId: id }),
  fc.record({ type: tag('end'), stopReason: tag('end_turn', 'cancelled') }),
  fc.record({ type: tag('cancel') }),
  fc.record({ type: tag('terminal'), terminalId: id, output: words }),
) as fc.Arbitrary<Happening>
const version = fc.constantFrom<ThreadVersion>(1, 2)
const happenings = fc.array(happening, { maxLength: 40 })

test('older threads stay what they were, whatever happens after them and on whichever branch', () => {
  fc.assert(
    fc.property(version, happenings, happenings, (spoken, events, elsewhere) => {
      let thread = emptyThread(spoken)
      const older: [Thread, string][] = []
      for (const event of freeze(events)) {
        older.push([freeze(thread), JSON.stringify(toValue(thread))])
        // A branch that is left again must not be felt on the way that is taken.
        elsewhere.slice(0, 3).reduce(reduce, thread)
        thread = reduce(thread, event)
      }
      for (const [kept, before] of older) expect(JSON.stringify(toValue(kept))).toBe(before)
      expect(toValue(thread)).toEqual(toValue(fold(spoken, ...events)))
    }),
  )
})

test('a value is plain JSON, and equal for equal threads only', () => {
  fc.assert(
    fc.property(version, happenings, (spoken, events) => {
      const thread = fold(spoken, ...events)
      expect(JSON.parse(JSON.stringify(toValue(thread)))).toEqual(toValue(thread))
      expect(equalThreads(thread, fold(spoken, ...structuredClone(events)))).toBe(true)
      const more = reduce(thread, { sessionUpdate: 'session_info_update', title: 'another title' })
      expect(equalThreads(thread, more)).toBe(false)
    }),
  )
})

test('no entry ever leaves its place, but for plans that are removed', () => {
  fc.assert(
    fc.property(version, happenings, (spoken, events) => {
      const lasting = events.filter(
        event => !('sessionUpdate' in event) || event.sessionUpdate !== 'plan_removed',
      )
      let before: readonly string[] = []
      let thread = emptyThread(spoken)
      for (const event of lasting) {
        thread = reduce(thread, event)
        const kinds = entriesOf(thread).map(({ kind }) => kind)
        expect(kinds.slice(0, before.length)).toEqual(before)
        before = kinds
      }
    }),
  )
})

interface Scene {
  readonly sent: string
  readonly isEchoed: boolean
  readonly replies: readonly string[]
  readonly isCancelled: boolean
}
const scene: fc.Arbitrary<Scene> = fc.record({
  sent: fc.string({ minLength: 1 }),
  isEchoed: fc.boolean(),
  replies: fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 4 }),
  isCancelled: fc.boolean(),
})
const call = (toolCallId: string): Happening => ({
  sessionUpdate: 'tool_call_update',
  toolCallId,
  title: 'x',
})
const notice: Happening = { sessionUpdate: 'notice', severity: 'info', title: 'only now' }

test('version 1: what was lived through and what is told again have the same history', () => {
  const live = ({ sent, isEchoed, replies, isCancelled }: Scene, turn: number): Happening[] => [
    prompt(sent),
    ...(isEchoed ? Array.from(sent, piece => said('user', piece)) : []),
    ...replies.flatMap(reply => [said('agent', reply), notice]),
    call(`t${turn}`),
    ...(isCancelled ? [{ type: 'cancel' } as const] : []),
    { type: 'end', stopReason: isCancelled ? 'cancelled' : 'end_turn' },
  ]
  const replayed = ({ sent, replies }: Scene, turn: number): Happening[] => [
    said('user', sent, `u${turn}`),
    said('agent', replies.join(''), `a${turn}`),
    call(`t${turn}`),
  ]
  fc.assert(
    fc.property(fc.array(scene, { maxLength: 5 }), scenes => {
      expect(toHistory(fold(1, ...scenes.flatMap(live)))).toEqual(
        toHistory(fold(1, ...scenes.flatMap(replayed))),
      )
    }),
  )
})

test('version 2: what was lived through and what is told again have the same history', () => {
  const whole = (who: 'user' | 'agent', words: string, messageId: string): Happening => ({
    sessionUpdate: `${who}_message`,
    messageId,
    content: [text(words)],
  })
  const live = ({ sent, isEchoed, replies, isCancelled }: Scene, turn: number): Happening[] => [
    prompt(sent),
    ...(isEchoed ? [whole('user', sent, `u${turn}`)] : []),
    { type: 'accepted', messageId: `u${turn}` },
    { sessionUpdate: 'state_update', state: 'running' },
    ...replies.flatMap(reply => [said('agent', reply, `a${turn}`), notice]),
    call(`t${turn}`),
    ...(isCancelled ? [{ type: 'cancel' } as const] : []),
    { sessionUpdate: 'state_update', state: 'idle', stopReason: isCancelled ? 'cancelled' : 'end_turn' },
  ]
  const replayed = ({ sent, replies }: Scene, turn: number): Happening[] => [
    whole('user', sent, `u${turn}`),
    whole('agent', replies.join(''), `a${turn}`),
    call(`t${turn}`),
  ]
  fc.assert(
    fc.property(fc.array(scene, { maxLength: 5 }), scenes => {
      expect(toHistory(fold(2, ...scenes.flatMap(live)))).toEqual(
        toHistory(fold(2, ...scenes.flatMap(replayed))),
      )
    }),
  )
})
