/** Two wires, one conversation: an interpreter says what passes, this gives it ids, order, room and an end. */

import type { Delivery } from '../channel.js'
import type { Ending } from '../connection-options.js'
import { ConnectionError, errorCodes, RpcError, toErrorObject, wireError } from '../error.js'
import { type Limits, withDefaults } from '../limits.js'
import type { ErrorObject } from '../message.js'
import { ReceivedDelivery } from '../received-delivery.js'
import type { Report } from '../report.js'
import { openable, within } from '../waiting.js'
import { AlarmClock } from './alarm-clock.js'
import { HandedChannel } from './handover.js'
import { Interpretation } from './interpretation.js'
import type { CallNumber, Effect, Interpreter, RelayEvent } from './interpreter.js'
import { type Inlet, RelayEnd } from './relay-end.js'
import { RelayEnds } from './relay-ends.js'
import type { Relay, RelayOptions, RelaySide } from './relay-options.js'
import { type Reading, readAll } from './relay-reader.js'
import { type Cause, RelayWriter } from './relay-writer.js'

const BREAK_GRACE_MILLISECONDS = 1_000

type Telling<Side extends string, Tag> = Extract<Effect<Side, Tag>, { readonly kind: 'tell' }>

/** Joins two wires through an interpreter, until one of them ends. */
export function relayThrough<State, Side extends string, Tag>(
  sides: Readonly<Record<Side, RelaySide>>,
  interpreter: Interpreter<State, Side, Tag>,
  options: RelayOptions<Side> = {},
): Relay {
  return new LiveRelay(sides, interpreter, options)
}

class LiveRelay<State, Side extends string, Tag> implements Relay {
  readonly closed: Promise<Ending>
  readonly #ends = new RelayEnds<Side, Tag>()
  readonly #interpretation: Interpretation<State, Side, Tag>
  readonly #limits: Limits
  readonly #idParameters: Readonly<Record<string, string>>
  readonly #report: (side: Side, report: Report) => void
  readonly #alarms = new AlarmClock()
  readonly #over = openable()
  readonly #quiet = openable()
  readonly #cause: Cause = { from: undefined, size: 0, message: undefined, text: undefined }
  #calls = 0
  #ending: Ending | undefined
  #hasInputEnded = false

  constructor(
    sides: Readonly<Record<Side, RelaySide>>,
    interpreter: Interpreter<State, Side, Tag>,
    options: RelayOptions<Side>,
  ) {
    this.#limits = withDefaults(options.limits)
    this.#report = options.report ?? (() => {})
    this.#idParameters = options.idParameters ?? {}
    this.closed = this.#over.promise.then(() => this.#ending as Ending)
    this.#interpretation = new Interpretation(interpreter, {
      carryOut: (effect, sole) => this.#carryOut(effect, sole),
      failed: (event, error, sake) => this.#failed(event, error, sake),
    })
    for (const name of Object.keys(sides) as Side[]) this.#ends.add(name, this.#open(name, sides[name]))
    for (const [name, end] of this.#ends) this.#read(name, end)
  }

  close(reason = 'closed by its owner'): Promise<void> {
    return this.#end({ reason })
  }

  #open(from: Side, { channel, batch, answersNoise }: RelaySide): RelayEnd<Tag> {
    if (channel instanceof HandedChannel) channel.over = this.closed
    const limits = this.#limits
    const broken = (error: unknown): void => void this.#breakSoon(from, error)
    return new RelayEnd<Tag>(channel, {
      inlet: this.#inletOf(from),
      writer: new RelayWriter(channel, { limits, cause: this.#cause, broken }),
      limits,
      batch: batch ?? 'reject',
      answersNoise: answersNoise ?? true,
      idParameters: this.#idParameters,
      report: entry => this.#report(from, entry),
    })
  }

  #inletOf(from: Side): Inlet<Tag> {
    return {
      request: (call, method, params) => this.#take({ kind: 'request', from, call, method, params }, call),
      notification: (method, params) => this.#take({ kind: 'notification', from, method, params }),
      answer: ({ tag, sake }, result) => this.#take({ kind: 'answer', from, tag, result }, sake),
      refusal: ({ tag, sake }, error) => this.#take({ kind: 'refusal', from, tag, error }, sake),
      cancelled: call => this.#cancelled(from, call),
      nextCall: () => ++this.#calls,
      idOf: call => this.#ends.idOf(call),
    }
  }

  #read(from: Side, end: RelayEnd<Tag>): void {
    const { channel } = end
    const reading: Reading = {
      take: delivery => this.#deliver(end, delivery, 0),
      ended: error => void this.#lose(from, end, error),
    }
    if (channel instanceof HandedChannel) channel.attach(reading)
    else readAll(channel.incoming, reading)
  }

  /**
   * Reading waits until those have room to whom this side speaks: that is how a slow reader slows the one who writes to
   * it. It does not wait for itself to be read, or two sides that write before they read would wait for each other for
   * ever; only what its own messages brought about it has to take in the end.
   */
  #deliver(end: RelayEnd<Tag>, delivery: Delivery, from: number): Promise<void> | undefined {
    const count = ReceivedDelivery.countOf(delivery)
    const cause = this.#cause
    for (let index = from; index < count; index++) {
      if (this.#ending !== undefined) return undefined
      cause.from = end.writer
      cause.size = delivery.sizes[index] ?? 0
      cause.text = ReceivedDelivery.textOf(delivery, index)
      if (!this.#repeats(end, cause.text)) this.#takeNew(end, ReceivedDelivery.messageOf(delivery, index))
      cause.text = undefined
      if (end.writer.isOverdrawn)
        return this.#untilTaken(end).then(() => this.#deliver(end, delivery, index + 1))
    }
    return this.#ends.roomBeside(end)
  }

  #repeats(end: RelayEnd<Tag>, text: string | undefined): boolean {
    return text !== undefined && end.refrain.repeat(text, this.#interpretation.state)
  }

  #takeNew(end: RelayEnd<Tag>, message: unknown): void {
    const cause = this.#cause
    cause.message = message
    end.take(message, cause.size)
    cause.message = undefined
  }

  async #untilTaken({ writer }: RelayEnd<Tag>): Promise<void> {
    const { stallMilliseconds } = this.#limits
    if (writer.room === undefined || (await within(stallMilliseconds, writer.room))) return
    const reason = `a side took no answers for ${stallMilliseconds} milliseconds`
    await this.#end({ reason, error: new ConnectionError('stalled', reason) })
  }

  /** `sake` is the call that is refused, should the step fail. */
  #take(event: RelayEvent<Side, Tag>, sake?: CallNumber): void {
    this.#interpretation.take(event, sake)
    if (this.#hasInputEnded) this.#lookIfQuiet()
  }

  #cancelled(from: Side, call: CallNumber): void {
    this.#ends.giveUp(asked => asked.sake === call)
    this.#take({ kind: 'cancelled', from, call }, call)
  }

  #carryOut(effect: Effect<Side, Tag>, sole: RelayEvent<Side, Tag> | undefined): void {
    switch (effect.kind) {
      case 'ask': {
        const { tag, method, sake } = effect
        return this.#ends.of(effect.to).ask({ tag, method, sake }, effect.params)
      }
      case 'tell':
        return this.#tell(effect, sole)
      case 'answer':
        return this.#ends.settle(effect.call, { result: effect.result })
      case 'refuse':
        return this.#ends.settle(effect.call, { error: effect.error })
      case 'giveUp':
        return this.#ends.giveUp(asked => asked.tag === effect.tag)
      case 'alarm':
        return this.#alarms.set(effect.after, () => this.#ring(effect.tag, effect.sake))
      case 'close':
        void this.#end({ reason: effect.reason })
    }
  }

  #tell(effect: Telling<Side, Tag>, sole: RelayEvent<Side, Tag> | undefined): void {
    const { words } = effect
    const end = this.#ends.of(effect.to)
    const text = end.tell(effect)
    if (sole?.kind !== 'notification' || words === undefined || text === undefined) return
    const sung = { of: sole.params, words, text, writer: end.writer }
    this.#ends.of(sole.from).refrain.learn(this.#cause, this.#interpretation.state, sung)
  }

  #ring(tag: Tag, sake: CallNumber | undefined): void {
    this.#forgetCause()
    this.#take({ kind: 'alarm', tag }, sake)
  }

  /** A fault of the interpreter costs the call that it was about, and nothing else: the state is the one before. */
  #failed(event: RelayEvent<Side, Tag>, error: unknown, sake: CallNumber | undefined): void {
    const [[first] = []] = this.#ends
    const side = 'from' in event ? event.from : first
    const sent = toErrorObject(error, false)
    const method = 'method' in event ? event.method : event.kind
    if (side !== undefined) this.#report(side, { kind: 'handler_failed', method, error, sent })
    if (sake !== undefined && event.kind !== 'cancelled') this.#ends.settle(sake, { error: sent })
  }

  #forgetCause(): void {
    this.#cause.from = undefined
    this.#cause.size = 0
  }

  /** The peer takes nothing more, but what it said before it went away may still be on its way. */
  async #breakSoon(from: Side, error: unknown): Promise<void> {
    this.#report(from, { kind: 'not_sent', method: '', error })
    await within(BREAK_GRACE_MILLISECONDS, this.closed)
    if (this.#ending === undefined) await this.#lose(from, this.#ends.of(from), error)
  }

  /** Nothing more comes from here. What this side has asked may still be answered, unless nobody is there to hear it. */
  async #lose(from: Side, end: RelayEnd<Tag>, error?: unknown): Promise<void> {
    if (this.#ending !== undefined) return
    this.#forgetCause()
    const reason = error === undefined ? `the ${from} has ended the connection` : `the ${from}'s side broke`
    const ending = { reason, ...(error !== undefined && { error }) }
    if (end.calls.size === 0 && this.#ends.isInsideBeside(end)) return await this.#end(ending)
    end.fallSilent(goneError(error))
    const isGone = error !== undefined || end.channel instanceof HandedChannel
    if (isGone) end.writer.isDeaf = true
    if (isGone) for (const call of end.calls.numbers) this.#cancelled(from, call)
    this.#hasInputEnded = true
    this.#lookIfQuiet()
    await within(this.#limits.graceMilliseconds, this.#quiet.promise)
    await this.#end(ending)
  }

  #lookIfQuiet(): void {
    if (this.#ends.isQuiet) this.#quiet.open()
  }

  async #end(ending: Ending): Promise<void> {
    if (this.#ending !== undefined) return this.#over.promise
    this.#ending = ending
    this.#interpretation.stop()
    this.#alarms.stop()
    this.#ends.refuseAll(wireError('request_cancelled', 'The connection is closing'))
    await Promise.all([...this.#ends].map(([name, end]) => this.#closeEnd(name, end, ending.error)))
    this.#over.open()
  }

  async #closeEnd(name: Side, { channel }: RelayEnd<Tag>, failure: unknown): Promise<void> {
    try {
      await (channel instanceof HandedChannel ? channel.close(failure) : channel.close())
    } catch (error) {
      this.#report(name, { kind: 'close_failed', error })
    }
  }
}

/** What a call that nobody can answer any more is refused with. */
function goneError(error: unknown): ErrorObject {
  const why = error instanceof ConnectionError ? `: ${error.message}` : ''
  const message = `The other side of the connection is gone${why}`
  return toErrorObject(new RpcError(errorCodes.internal_error, message, { reason: 'closed' }), false)
}
