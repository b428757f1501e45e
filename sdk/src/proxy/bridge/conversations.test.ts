import { describe, expect, test } from 'vitest'
import type { ProxyEvent, ProxyInterpreter, Side } from '../sides.js'
import { conversationsIn, type Memory } from './conversations.js'
import { newClientInterpreter } from './new-client/interpreter.js'
import { oldClientInterpreter } from './old-client/interpreter.js'

const MOST_STRANGERS = 64

const hears = { notices: false, compaction: false, subagents: false, plans: false, booleans: false }
const abilities = { load: true, resume: true, list: true, close: true, logout: true }

/** An interpreter with its state, spoken to by hand. */
class Bridged {
  readonly #interpreter: ProxyInterpreter<Memory<object>, unknown>
  state: Memory<object>
  told = 0
  answered = 0

  /** Either of the two: what they remember of a conversation is their own affair. */
  constructor(interpreter: object) {
    this.#interpreter = interpreter as ProxyInterpreter<Memory<object>, unknown>
    this.state = this.#interpreter.start
  }

  take(event: object): unknown {
    const { state, effects } = this.#interpreter.step(this.state, event as ProxyEvent<unknown>)
    this.state = state
    this.told += effects.filter(({ kind }) => kind === 'tell').length
    this.answered += effects.filter(({ kind }) => kind === 'answer').length
    return effects.flatMap(effect => (effect.kind === 'ask' ? [effect.tag] : []))[0]
  }

  open(call: number, sessionId: string): void {
    const params = { cwd: '/work', mcpServers: [] }
    const tag = this.take({ kind: 'request', from: 'client', call, method: 'session/new', params })
    this.take({ kind: 'answer', from: 'agent', tag, result: { sessionId } })
  }

  hear(sessionId: string, update: object): void {
    this.take({
      kind: 'notification',
      from: 'agent',
      method: 'session/update',
      params: { sessionId, update },
    })
  }

  get known(): readonly string[] {
    return conversationsIn(this.state).map(([sessionId]) => sessionId)
  }
}

const sides: readonly (readonly [string, () => Bridged])[] = [
  ['client of version 1', () => new Bridged(oldClientInterpreter(hears))],
  ['client of version 2', () => new Bridged(newClientInterpreter(abilities as never))],
]

const call = (toolCallId: string): object => ({
  sessionUpdate: 'tool_call_update',
  toolCallId,
  title: 'Look',
})

describe.each(sides)('for a %s', (_who, make) => {
  test('of sessions that nobody opened a few are remembered, and every word of them is passed on', () => {
    const bridged = make()
    bridged.open(1, 'ours')
    const { told } = bridged
    for (let index = 0; index < 2_000; index++) bridged.hear(`z${index}`, call('t'))
    expect(bridged.told - told).toBe(2_000)
    expect(bridged.known).toHaveLength(MOST_STRANGERS + 1)
    expect(bridged.known).toContain('ours')
    expect(bridged.known).toContain('z1999')
    expect(bridged.known).not.toContain('z1900')
  })

  test('what was opened is remembered, however many there are and whatever strangers come between', () => {
    const bridged = make()
    const opened = Array.from({ length: 300 }, (_, index) => `s${index}`)
    for (const [index, sessionId] of opened.entries()) {
      bridged.open(index, sessionId)
      bridged.hear(`z${index}`, call('t'))
    }
    expect(bridged.known.filter(sessionId => sessionId.startsWith('s'))).toEqual([...opened].sort())
  })

  test('what was closed is forgotten, also by name', () => {
    const bridged = make()
    for (let index = 0; index < 1_000; index++) {
      bridged.open(index, `s${index}`)
      const params = { sessionId: `s${index}` }
      const tag = bridged.take({
        kind: 'request',
        from: 'client',
        call: index,
        method: 'session/close',
        params,
      })
      bridged.take({ kind: 'answer', from: 'agent', tag, result: {} })
    }
    expect(bridged.known).toEqual([])
    expect(bridged.state.sessions.gone).toBeLessThanOrEqual(MOST_STRANGERS)
  })
})

test('a question in a session that nobody opened is answered, however many others come up meanwhile', () => {
  const bridged = new Bridged(newClientInterpreter(abilities as never))
  const side: Side = 'agent'
  const options = [{ optionId: 'a', name: 'Allow', kind: 'allow_once' }]
  const params = { sessionId: 'asking', toolCall: { toolCallId: 't', title: 'Look' }, options }
  const tag = bridged.take({
    kind: 'request',
    from: side,
    call: 7,
    method: 'session/request_permission',
    params,
  })
  for (let index = 0; index < 200; index++) bridged.hear(`z${index}`, call('t'))
  bridged.take({ kind: 'answer', from: 'client', tag, result: { outcome: { outcome: 'cancelled' } } })
  expect(bridged.answered).toBe(1)
  // Now it is one of those that nobody needs.
  for (let index = 0; index < 200; index++) bridged.hear(`y${index}`, call('t'))
  expect(bridged.known).not.toContain('asking')
})
