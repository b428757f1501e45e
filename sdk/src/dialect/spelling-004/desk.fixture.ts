/** The interpreter of document 004, driven by hand: what is said on either side, and what comes of it, step by step. */
import type { ErrorObject } from '../../jsonrpc/index.js'
import type { DialectInterpreter, DialectOptions, Side } from '../interpreter.js'
import { interpreter004 } from './interpreter.js'
import type { Effect, Event, State, Tag } from './state.js'

export type Fields = { readonly [key: string]: unknown }

export const NOW = Date.UTC(2026, 1, 4, 10, 30)

type Ask = Extract<Effect, { kind: 'ask' }>
type Alarm = Extract<Effect, { kind: 'alarm' }>

/** A call that was made, and what came of it so far. */
export interface Made {
  readonly call: number
  readonly settled: readonly ({ readonly result: unknown } | { readonly error: ErrorObject })[]
}

export class Desk {
  readonly told: { readonly to: Side; readonly method: string; readonly params: Fields }[] = []
  readonly asked: Ask[] = []
  readonly alarms: Alarm[] = []
  readonly givenUp: Tag[] = []
  readonly calls = new Map<number, ({ readonly result: unknown } | { readonly error: ErrorObject })[]>()
  closed: string | undefined
  readonly #interpreter: DialectInterpreter<State, Tag>
  #state: State
  #count = 0

  constructor(options: DialectOptions = {}) {
    this.#interpreter = interpreter004({ ...options, now: options.now ?? (() => NOW) })
    this.#state = this.#interpreter.start
  }

  get state(): State {
    return this.#state
  }

  request(from: Side, method: string, params: unknown): Made {
    const call = ++this.#count
    const settled: ({ readonly result: unknown } | { readonly error: ErrorObject })[] = []
    this.calls.set(call, settled)
    this.#take({ kind: 'request', from, call, method, params })
    return { call, settled }
  }

  notify(from: Side, method: string, params: unknown): void {
    this.#take({ kind: 'notification', from, method, params })
  }

  cancel(from: Side, call: number): void {
    this.#take({ kind: 'cancelled', from, call })
  }

  /** The oldest question of that method that nobody has answered; it counts as answered from now on. */
  takeAsk(method: string): Ask {
    const index = this.asked.findIndex(ask => ask.method === method)
    if (index === -1) throw new Error(`nobody was asked ${method}: ${this.asked.map(ask => ask.method)}`)
    return this.asked.splice(index, 1)[0]!
  }

  /** Answers the oldest question of that method; gives back what it was asked with. */
  answer(method: string, result: unknown): Fields {
    const ask = this.takeAsk(method)
    this.#take({ kind: 'answer', from: ask.to, tag: ask.tag, result })
    return ask.params as Fields
  }

  refuse(method: string, error: ErrorObject): Fields {
    const ask = this.takeAsk(method)
    this.#take({ kind: 'refusal', from: ask.to, tag: ask.tag, error })
    return ask.params as Fields
  }

  /** Lets the oldest alarm ring; gives back after how long it was to. */
  ring(): number {
    const alarm = this.alarms.shift()!
    this.#take({ kind: 'alarm', tag: alarm.tag })
    return alarm.after
  }

  /** Makes a call, answers what it asks of the other side, and gives back both: what was asked, and the answer. */
  exchange(
    from: Side,
    [method, params]: readonly [string, unknown],
    result: unknown,
  ): { asked: Fields; result: Fields } {
    const made = this.request(from, method, params)
    const asked = this.answer(method, result)
    return { asked, result: resultOf(made) }
  }

  /** The last thing told to a side. */
  lastTold(to: Side): Fields {
    return this.told.findLast(said => said.to === to)!.params
  }

  #take(event: Event): void {
    const { state, effects } = this.#interpreter.step(this.#state, event)
    this.#state = state
    for (const effect of effects) this.#carryOut(effect)
  }

  #carryOut(effect: Effect): void {
    switch (effect.kind) {
      case 'ask':
        this.asked.push(effect)
        return
      case 'tell':
        this.told.push({ to: effect.to, method: effect.method, params: effect.params as Fields })
        return
      case 'answer':
        this.calls.get(effect.call)!.push({ result: effect.result })
        return
      case 'refuse':
        this.calls.get(effect.call)!.push({ error: effect.error })
        return
      case 'alarm':
        this.alarms.push(effect)
        return
      case 'giveUp':
        this.givenUp.push(effect.tag)
        return
      case 'close':
        this.closed = effect.reason
    }
  }
}

export function resultOf({ settled }: Made): Fields {
  const [first] = settled
  if (first === undefined || !('result' in first) || settled.length > 1)
    throw new Error(`not answered once: ${JSON.stringify(settled)}`)
  return first.result as Fields
}

export function errorOf({ settled }: Made): ErrorObject {
  const [first] = settled
  if (first === undefined || !('error' in first) || settled.length > 1)
    throw new Error(`not refused once: ${JSON.stringify(settled)}`)
  return first.error
}

/** The same value without what was laid away in it. */
export function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== '_meta')
      .map(([key, inner]) => [key, plain(inner)]),
  )
}

/** A desk whose peer is an agent, and has a session. */
export function withAgent(capabilities: Fields = {}, offered: Fields = {}): Desk {
  const desk = new Desk()
  desk.exchange('ours', ['initialize', { protocolVersion: 1, clientCapabilities: offered }], {
    protocolVersion: 1,
    agentInfo: { name: 'theirs', version: '1' },
    capabilities,
  })
  desk.exchange('ours', ['session/new', { cwd: '/home/user/project', mcpServers: [] }], {
    sessionId: 's',
    createdAt: '2026-02-04T10:30:00Z',
  })
  return desk
}

/** A desk whose peer is a client, and has a session. */
export function withClient(opened: Fields = {}, agentCapabilities: Fields = {}): Desk {
  const desk = new Desk()
  desk.exchange(
    'theirs',
    ['initialize', { protocolVersion: 1, clientInfo: { name: 'theirs', version: '1' }, capabilities: {} }],
    {
      protocolVersion: 1,
      agentCapabilities,
    },
  )
  desk.exchange('theirs', ['session/new', { workingDirectory: '/home/user/project' }], {
    sessionId: 's',
    ...opened,
  })
  return desk
}
