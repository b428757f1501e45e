/** Whatever a peer says, and in whatever order: no step throws, every call is answered once, and what is theirs comes back. */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { atLeast } from '../../runs.fixture.js'
import { Crossing, type Deed } from './crossing.fixture.js'
import type { Tag } from './memory.js'

const names = [
  'type', 'sessionUpdate', 'role', 'content', 'sessionId', 'update', 'messageId', 'toolCallId', 'location',
  'locations', 'kind', 'annotations', 'title', 'priority', 'mcpServers', 'transport', 'command', 'env', 'name',
  'headers', 'url', 'options', 'optionId', 'label', 'description', 'selectedOptionId', 'outcome', 'output',
  'exitCode', 'exitStatus', 'timeout', 'terminal', 'clientCapabilities', 'agentCapabilities', 'sessionModes',
  'authenticationMethods', 'mcpCapabilities', 'supportedTransports', 'credentials', 'methodId', 'option',
  'value', 'configId', 'modes', 'models', 'configOptions', 'sessions', 'nextCursor', 'cwd', '_meta',
  'parley.dev/d3', '__proto__', 'constructor', 'toString', '$part', '$lacks', '$plain', '$own', '$meta', '$code',
  '$data', '$made', 'reason', 'stopReason', 'currentModeId', 'modeId',
] // biome-ignore format: one list
const words = [
  'message', 'agent', 'assistant', 'user', 'tool_call', 'tool_call_update', 'text', 'diff', 'content', 'stdio',
  'http', 'high', 's', 'agent_message_chunk', 'current_mode_update', 'selected', 'cancelled', 'switch_mode',
  'terminal', 'reject_once', '/p', 'max_turn_requests', 'auth_failed',
] // biome-ignore format: one list

const methods = [
  'initialize', 'authenticate', 'session/new', 'session/load', 'session/prompt', 'session/set_mode',
  'session/set_config_option', 'session/set_model', 'session/request_permission', 'session/update',
  'session/cancel', 'fs/read_text_file', 'fs/write_text_file', 'terminal/create', 'terminal/output',
  'terminal/wait_for_exit', 'terminal/kill', 'terminal/release', '_own/method', 'toString',
] // biome-ignore format: one list

const leaf = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, 0, -1, 1.5, '', [], {}),
  fc.constantFrom(...words),
)

/** Values that look enough like messages to go deep, with every field possibly wrong; made as a wire makes them. */
const hostile: fc.Arbitrary<unknown> = fc
  .letrec(tie => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      leaf,
      fc.array(tie('value'), { maxLength: 3 }),
      fc
        .array(fc.tuple(fc.constantFrom(...names), tie('value')), { maxLength: 6 })
        .map(entries => Object.fromEntries(entries)),
    ),
  }))
  .value.map(value => JSON.parse(JSON.stringify(value)) as unknown)

const side = fc.constantFrom('ours' as const, 'theirs' as const)
const event = fc.oneof(
  fc.record({
    kind: fc.constant('request' as const),
    from: side,
    method: fc.constantFrom(...methods),
    value: hostile,
  }),
  fc.record({
    kind: fc.constant('notification' as const),
    from: side,
    method: fc.constantFrom(...methods),
    value: hostile,
  }),
  fc.record({
    kind: fc.constantFrom('answer' as const, 'refusal' as const, 'alarm' as const),
    which: fc.nat(),
    value: hostile,
  }),
)

test('a step never throws, and every call is answered exactly once', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 30 }), fc.boolean(), (events, passesCredentials) => {
      const play = new Play(passesCredentials)
      for (const each of events) play.act(each)
      play.finish()
      expect([...play.owed]).toEqual([])
    }),
    { numRuns: atLeast(1_000) },
  )
})

test('nothing that a peer says gets into what all objects share', () => {
  expect(({} as Record<string, unknown>).polluted).toBe(undefined)
  const params = JSON.parse(
    '{"cwd":"/p","mcpServers":[{"transport":"stdio","command":"c","env":{"__proto__":"x"}}]}',
  )
  const ours = new Crossing().asked('theirs', 'session/new', params)
  expect(JSON.stringify(ours)).toContain('"name":"__proto__"')
  const back = new Crossing().asked('ours', 'session/new', ours)
  expect(back).toEqual(params)
  expect(JSON.stringify(back)).toContain('{"__proto__":"x"}')
})

const translated = [
  'initialize',
  'session/new',
  'session/prompt',
  'session/set_mode',
  'session/request_permission',
  'fs/read_text_file',
  'terminal/create',
]

test.each(translated)('the params of %s come back by value, whatever they are', method => {
  fc.assert(
    fc.property(hostile, params => {
      const ours = new Crossing().asked('theirs', method, params)
      expect(new Crossing().asked('ours', method, wired(ours))).toEqual(params)
    }),
    { numRuns: atLeast(1_000) },
  )
})

/** What they say in our own words comes back in theirs: an option that was chosen, or, for which they have none, that nobody answered. */
const isOurs = (result: unknown): boolean => {
  const text = JSON.stringify(result)
  if (text.includes('"outcome":"selected"') && text.includes('"optionId"')) return true
  return text.includes('"outcome":"cancelled"')
}

test('an answer that selects nothing is left as it is', () => {
  const result = { outcome: { outcome: 'selected' } }
  expect(new Crossing().answered('ours', 'session/request_permission', { result })).toEqual(result)
})

test.each([...translated, 'session/load', 'authenticate', 'terminal/output'])(
  'the result of %s comes back by value, whatever it is',
  method => {
    fc.assert(
      fc.property(hostile, result => {
        fc.pre(!isOurs(result))
        const ours = new Crossing().answered('theirs', method, { result })
        expect(new Crossing().answered('ours', method, { result: wired(ours) })).toEqual(result)
      }),
      { numRuns: atLeast(1_000) },
    )
  },
)

test('updates come back by value, whatever they are', () => {
  fc.assert(
    fc.property(hostile, update => {
      const params = { sessionId: 's', update }
      const back = new Crossing()
      const chunks = new Crossing().told('theirs', 'session/update', params)
      const said = chunks.flatMap(each => back.told('ours', 'session/update', wired(each)))
      expect(said).toEqual([params])
    }),
    { numRuns: atLeast(1_000) },
  )
})

function wired(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value))
}

type Act = typeof event extends fc.Arbitrary<infer T> ? T : never

/** Both sides of a conversation in which everything may happen in any order. */
class Play {
  readonly owed = new Set<number>()
  readonly #crossing: Crossing
  readonly #asked: { readonly to: 'ours' | 'theirs'; readonly tag: Tag }[] = []
  readonly #alarms: Tag[] = []

  constructor(passesCredentials: boolean) {
    this.#crossing = new Crossing({ passesCredentials })
  }

  act(act: Act): void {
    if (act.kind === 'request') {
      const { call, deeds } = this.#crossing.request(act.from, act.method, act.value)
      this.owed.add(call)
      this.#note(deeds)
    } else if (act.kind === 'notification')
      this.#note(
        this.#crossing.take({ kind: 'notification', from: act.from, method: act.method, params: act.value }),
      )
    else if (act.kind === 'alarm') this.#ring(act.which)
    else this.#settle(act.which, act.kind, act.value)
  }

  finish(): void {
    while (this.#alarms.length > 0) this.#ring(0)
    for (let turns = 0; this.#asked.length > 0 && turns < 10_000; turns++) this.#settle(0, 'answer', null)
  }

  #ring(which: number): void {
    const [tag] = this.#alarms.splice(which % Math.max(1, this.#alarms.length), 1)
    if (tag !== undefined) this.#note(this.#crossing.take({ kind: 'alarm', tag }))
  }

  #settle(which: number, kind: 'answer' | 'refusal', value: unknown): void {
    const [asked] = this.#asked.splice(which % Math.max(1, this.#asked.length), 1)
    if (asked === undefined) return
    const { to: from, tag } = asked
    const error = { code: -32001, message: 'no', data: value }
    this.#note(
      this.#crossing.take(
        kind === 'answer' ? { kind, from, tag, result: value } : { kind, from, tag, error },
      ),
    )
  }

  #note(deeds: readonly Deed[]): void {
    for (const deed of deeds) {
      if (deed.kind === 'ask') this.#asked.push({ to: deed.to, tag: deed.tag })
      if (deed.kind === 'alarm') this.#alarms.push(deed.tag)
      if (deed.kind === 'answer' || deed.kind === 'refuse') expect(this.owed.delete(deed.call)).toBe(true)
    }
  }
}
