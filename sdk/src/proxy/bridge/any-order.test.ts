/** Whatever two sides say, in whatever order: a step never throws, and every call is answered once. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { otherSide, type ProxyInterpreter, type Side } from '../sides.js'
import { newClientInterpreter } from './new-client/interpreter.js'
import { oldClientInterpreter } from './old-client/interpreter.js'
import type { Ages } from './passage.js'
import { vocabularies, World } from './world.fixture.js'

interface Action {
  readonly kind: 'request' | 'update' | 'cancel' | 'answer' | 'refuse' | 'give up' | 'alarm' | 'state'
  readonly from: Side
  readonly first: number
  readonly second: number
  readonly odd: unknown
}

const hostile = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown>(
    JSON.parse('{"__proto__":{"polluted":true},"sessionId":"text"}'),
    { sessionId: 'text', prompt: null, update: [], mcpServers: {}, configId: 7, replayFrom: 'x' },
    { sessionId: 'text', update: { sessionUpdate: 'state_update', state: {} }, outcome: [], action: 7 },
    { sessionId: 7, toolCall: 'x', options: [null], subject: [], protocolVersion: '2' },
    { toString: 1, sessionId: 'text', stopReason: {}, usage: 7, _meta: 'no' },
  ),
)

const actions = (odd: fc.Arbitrary<unknown>): fc.Arbitrary<Action[]> =>
  fc.array(
    fc.record({
      kind: fc.constantFrom<Action['kind']>(
        ...(['request', 'request', 'request', 'update', 'cancel', 'answer', 'answer', 'answer'] as const),
        ...(['refuse', 'give up', 'alarm', 'state'] as const),
      ),
      from: fc.constantFrom<Side>('client', 'client', 'agent'),
      first: fc.nat(1_000),
      second: fc.nat(10_000),
      odd,
    }),
    { minLength: 1, maxLength: 40 },
  )

const at = <T>(items: readonly T[], index: number): T => items[index % items.length] as T
const error = { code: -32603, message: 'no' }
const cancelled = { code: -32800, message: 'cancelled' }
const states = [
  { state: 'running' },
  { state: 'idle', stopReason: 'end_turn' },
  { state: 'requires_action' },
  { state: 'idle', stopReason: 'error', error },
  { state: 'idle' },
]

function act<State, Tag>(
  world: World<State, Tag>,
  ages: Ages,
  { kind, from, first, second, odd }: Action,
): void {
  const said = (valid: unknown): unknown => (odd === undefined ? valid : odd)
  const words = vocabularies[ages[from]]
  switch (kind) {
    case 'request': {
      const to = otherSide(from)
      const prompts = from === 'client' ? Array<string>(6).fill('session/prompt') : []
      const method = at([...words.methodsTo(to), '_own/method', ...prompts], first)
      const params = method === '_own/method' ? {} : at(words.params(method, to), second)
      return world.request(from, method, said(params))
    }
    case 'update':
      return world.take({
        kind: 'notification',
        from: 'agent',
        method: 'session/update',
        params: said(at(vocabularies[ages.agent].updates(), second)),
      })
    case 'state': {
      if (ages.agent === 'old') return
      const params = { sessionId: 'text', update: { sessionUpdate: 'state_update', ...at(states, second) } }
      return world.take({ kind: 'notification', from: 'agent', method: 'session/update', params })
    }
    case 'cancel':
      return world.take({
        kind: 'notification',
        from: 'client',
        method: 'session/cancel',
        params: said({ sessionId: 'text' }),
      })
    case 'answer': {
      const asked = world.asked[first % Math.max(1, world.asked.length)]
      if (asked === undefined) return
      const { to, method } = asked
      const results = method.startsWith('_') ? [{}] : vocabularies[ages[to]].results(method, to)
      return world.answer(first, { result: said(at(results, second)) })
    }
    case 'refuse':
      return world.answer(first, { error: second % 2 === 0 ? error : cancelled })
    case 'give up': {
      const call = at([...world.owed, 0], first)
      const called = world.calls.get(call)
      if (called !== undefined) world.take({ kind: 'cancelled', from: called.from, call })
      return
    }
    case 'alarm': {
      const tag = world.alarms.shift()
      if (tag !== undefined) world.take({ kind: 'alarm', tag })
    }
  }
}

/** Both sides end: nothing that was asked is answered any more, and whoever worked is idle. */
function end<State, Tag>(world: World<State, Tag>, ages: Ages): void {
  for (let round = 0; round < 100 && (world.asked.length > 0 || world.alarms.length > 0); round++) {
    while (world.asked.length > 0) world.answer(0, { error })
    for (const tag of world.alarms.splice(0)) world.take({ kind: 'alarm', tag })
  }
  if (ages.agent === 'old') return
  for (const state of [{ state: 'running' }, { state: 'idle' }]) {
    const params = { sessionId: 'text', update: { sessionUpdate: 'state_update', ...state } }
    world.take({ kind: 'notification', from: 'agent', method: 'session/update', params })
  }
}

function play<State, Tag>(interpreter: ProxyInterpreter<State, Tag>, ages: Ages, played: readonly Action[]) {
  const world = new World(interpreter, ages)
  const opening = { from: 'client', first: 0, second: 0, odd: undefined } as const
  world.request('client', 'session/new', at(vocabularies[ages.client].params('session/new', 'agent'), 1))
  act(world, ages, { ...opening, kind: 'answer' })
  for (const action of played) act(world, ages, action)
  end(world, ages)
  return world
}

const oldClient = {
  name: 'a client of version 1 and an agent of version 2',
  ages: { client: 'old', agent: 'new' } as const,
  play: (played: readonly Action[]) =>
    play(
      oldClientInterpreter({ notices: true, compaction: true, subagents: true, plans: true, booleans: true }),
      { client: 'old', agent: 'new' },
      played,
    ),
}
const newClient = (able: boolean) => ({
  name: `a client of version 2 and an agent of version 1 that can ${able ? 'everything' : 'little'}`,
  play: (played: readonly Action[]) =>
    play(
      newClientInterpreter({ load: able, resume: able, list: able, close: able, logout: able }),
      { client: 'new', agent: 'old' },
      played,
    ),
})

describe.each([oldClient, newClient(true), newClient(false)])('$name', ({ play }) => {
  test('are answered, each call once, and hear nothing but what their version knows', () => {
    fc.assert(
      fc.property(actions(fc.constant(undefined)), played => {
        const world = play(played)
        expect(world.flaws).toEqual([])
        expect(world.owed.map(call => world.calls.get(call))).toEqual([])
      }),
    )
  })

  test('may say anything, and are still answered, each call once', () => {
    fc.assert(
      fc.property(actions(fc.option(hostile, { nil: undefined })), played => {
        const world = play(played)
        expect([...world.calls.values()].filter(({ answers }) => answers !== 1)).toEqual([])
        expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
      }),
    )
  })
})
