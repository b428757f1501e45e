/** Two wires, one conversation: an interpreter says what passes, this gives it ids, order, room and an end. */

import type { BatchPolicy } from './batch.js'
import type { Channel, Delivery } from './channel.js'
import type { Ending } from './connection-options.js'
import type { CallNumber, Effect, Interpreter, RelayEvent } from './interpreter.js'
import { type Limits, withDefaults } from './limits.js'
import type { ErrorObject } from './message.js'
import { RelayEnd } from './relay-end.js'
import type { Report } from './report.js'
import { openable, within } from './waiting.js'

/** How a relay treats one of its sides. */
export interface RelaySide {
  readonly channel: Channel
  /** What becomes of an array received from it: refused whole (the default) or taken apart; none is ever sent on. */
  readonly batch?: BatchPolicy | undefined
  /** Whether input that is no message is answered (the default); it is reported in any case. */
  readonly answersNoise?: boolean | undefined
}

export interface RelayOptions<Side extends string> {
  readonly limits?: Partial<Limits> | undefined
  /** Learns of everything that was wrong but stopped nothing, and on which side. Must not throw. */
  readonly report?: ((side: Side, report: Report) => void) | undefined
}

/** A conversation that is being relayed. */
export interface Relay {
  /** Resolves when both sides are closed. */
  readonly closed: Promise<Ending>
  close(reason?: string): Promise<void>
}

/** Joins two wires through an interpreter, until one of them ends. */
export function relayThrough<State, Side extends string, Tag>(
  sides: Readonly<Record<Side, RelaySide>>,
  interpreter: Interpreter<State, Side, Tag>,
  options: RelayOptions<Side> = {},
): Relay {
  return new LiveRelay(sides, interpreter, options)
}

class LiveRelay<State, Side extends string, Tag> implements Relay {
  readonly #ends = new Map<Side, RelayEnd<Tag>>()
  readonly #interpreter: Interpreter<State, Side, Tag>
  readonly #limits: Limits
  readonly #alarms = new Set<ReturnType<typeof setTimeout>>()
  readonly #events: RelayEvent<Side, Tag>[] = []
  readonly #over = openable()
  readonly #quiet = openable()
  #state: State
  #calls = 0
  #isStepping = false
  #ending: Ending | undefined
  #hasInputEnded = false
  readonly closed: Promise<Ending>

  constructor(
    sides: Readonly<Record<Side, RelaySide>>,
    interpreter: Interpreter<State, Side, Tag>,
    options: RelayOptions<Side>,
  ) {
    this.#interpreter = interpreter
    this.#state = interpreter.start
    this.#limits = withDefaults(options.limits)
    for (const name of Object.keys(sides) as Side[])
      this.#ends.set(name, this.#open(name, sides[name], options))
    this.closed = this.#over.promise.then(() => this.#ending as Ending)
    for (const name of this.#ends.keys()) void this.#read(name)
  }

  async close(reason = 'closed by its owner'): Promise<void> {
    await this.#end({ reason })
  }

  #open(from: Side, side: RelaySide, options: RelayOptions<Side>): RelayEnd<Tag> {
    const { report } = options
    return new RelayEnd<Tag>(
      side.channel,
      {
        request: (call, method, params) => this.#take({ kind: 'request', from, call, method, params }),
        notification: (method, params) => this.#take({ kind: 'notification', from, method, params }),
        answer: (tag, result) => this.#take({ kind: 'answer', from, tag, result }),
        refusal: (tag, error) => this.#take({ kind: 'refusal', from, tag, error }),
        cancelled: call => this.#cancelled(from, call),
        nextCall: () => ++this.#calls,
      },
      {
        limits: this.#limits,
        batch: side.batch ?? 'reject',
        answersNoise: side.answersNoise ?? true,
        report: entry => report?.(from, entry),
      },
    )
  }

  async #read(from: Side): Promise<void> {
    const end = this.#endOf(from)
    try {
      for await (const delivery of end.channel.incoming) await this.#deliver(end, delivery)
    } catch (error) {
      return this.#end({ reason: `the ${from}'s side broke`, error })
    }
    // What this side has asked may still be answered; what was asked of it will not be.
    end.fallSilent()
    this.#hasInputEnded = true
    this.#lookIfQuiet()
    await within(this.#limits.graceMilliseconds, this.#quiet.promise)
    await this.#end({ reason: `the ${from} has ended the connection` })
  }

  /** Reading waits until every side has room again: that is how a slow reader slows the one who writes to it. */
  async #deliver(end: RelayEnd<Tag>, { messages, sizes }: Delivery): Promise<void> {
    for (let index = 0; index < messages.length; index++) end.take(messages[index], sizes[index] ?? 0)
    for (const { room } of this.#ends.values()) if (room !== undefined) await room
  }

  #cancelled(from: Side, call: CallNumber): void {
    for (const end of this.#ends.values()) end.giveUp(asked => asked.sake === call)
    this.#take({ kind: 'cancelled', from, call })
  }

  /** An effect may cause an event at once (a call that cannot be sent); it waits until the step before is done. */
  #take(event: RelayEvent<Side, Tag>): void {
    this.#events.push(event)
    if (this.#isStepping || this.#ending !== undefined) return
    this.#isStepping = true
    try {
      for (let next = this.#events.shift(); next !== undefined; next = this.#events.shift()) {
        const { state, effects } = this.#interpreter.step(this.#state, next)
        this.#state = state
        for (const effect of effects) this.#carryOut(effect)
      }
    } finally {
      this.#isStepping = false
    }
    if (this.#hasInputEnded) this.#lookIfQuiet()
  }

  #carryOut(effect: Effect<Side, Tag>): void {
    switch (effect.kind) {
      case 'ask':
        return this.#endOf(effect.to).ask(
          { tag: effect.tag, method: effect.method, sake: effect.sake },
          effect.params,
        )
      case 'tell':
        return this.#endOf(effect.to).tell(effect.method, effect.params)
      case 'answer':
        return this.#settle(effect.call, { result: effect.result })
      case 'refuse':
        return this.#settle(effect.call, { error: effect.error })
      case 'giveUp':
        for (const end of this.#ends.values()) end.giveUp(asked => asked.tag === effect.tag)
        return
      case 'alarm':
        return this.#setAlarm(effect.after, effect.tag)
      case 'close':
        void this.#end({ reason: effect.reason })
    }
  }

  #settle(call: CallNumber, outcome: { result: unknown } | { error: ErrorObject }): void {
    for (const end of this.#ends.values()) if (end.settle(call, outcome)) return
  }

  #setAlarm(after: number, tag: Tag): void {
    const alarm = setTimeout(() => {
      this.#alarms.delete(alarm)
      this.#take({ kind: 'alarm', tag })
    }, after)
    this.#alarms.add(alarm)
  }

  #lookIfQuiet(): void {
    if ([...this.#ends.values()].every(end => end.owed === 0)) this.#quiet.open()
  }

  async #end(ending: Ending): Promise<void> {
    if (this.#ending !== undefined) return this.#over.promise
    this.#ending = ending
    for (const alarm of this.#alarms) clearTimeout(alarm)
    await Promise.allSettled([...this.#ends.values()].map(end => end.channel.close()))
    this.#over.open()
  }

  #endOf(name: Side): RelayEnd<Tag> {
    const end = this.#ends.get(name)
    if (end === undefined) throw new TypeError(`a relay has no side "${name}"`)
    return end
  }
}
