/** Lets through what was not heard before, and keeps in mind how far each stream was heard. */

import { type Delivery, errorCodes, type Id, type Outgoing } from '../../jsonrpc/index.js'
import { isEnvelope, isResponse } from '../../jsonrpc/message.js'
import { greeterOf } from '../../protocol/remote.js'
import { Arrivals } from '../framing.js'
import type { Arrival } from './link.js'
import type { Outbox } from './outbox.js'
import { anotherGreeter } from './remote-state.js'
import { isReset, Retellings } from './retellings.js'
import { isOpening, Routing, sessionEntered, sessionMade } from './routing.js'
import { StreamPositions } from './stream-positions.js'

export class ArrivalSieve {
  readonly positions = new StreamPositions()
  readonly #outbox: Outbox
  readonly #routing = new Routing()
  readonly #retellings = new Retellings()
  readonly #replaced: Id[] = []
  #openingId: Id | undefined
  #greeter: string | undefined
  /** Whether the answer to another sending of the opening is still to come. */
  awaitsGreeting = false

  constructor(outbox: Outbox) {
    this.#outbox = outbox
  }

  /** To be told of everything that is sent. */
  note(message: Outgoing): void {
    if (isOpening(message)) this.#openingId ??= message.id
    else this.#routing.note(message)
    this.#enter(sessionEntered(message))
  }

  /** Requests that will not be answered any more: whoever waits for them is told so. */
  fail(ids: readonly Id[]): void {
    this.#replaced.push(...ids)
  }

  /** What is new of it. Throws when somebody else answers the opening than did at first. */
  sift(arrivals: readonly Arrival[]): Delivery {
    const delivery = new Arrivals()
    if (this.#replaced.length > 0) for (const id of this.#replaced.splice(0)) delivery.add(lostAnswer(id), 0)
    for (const arrival of arrivals) if (this.#isNew(arrival)) this.#pass(arrival, delivery)
    return delivery
  }

  #pass(arrival: Arrival, delivery: Arrivals): void {
    const { message, size, event } = arrival
    if (event !== undefined && !this.#retellings.isEmpty) this.#endRetelling(event, false, delivery)
    delivery.add(message, size)
    if (isEnvelope(message) && isReset(message)) this.#beginRetelling(arrival, message.params, delivery)
    if (event !== undefined && !this.#retellings.isEmpty) this.#endRetelling(event, true, delivery)
  }

  /** What was heard of the session before counts no more: its numbers may come once again. */
  #beginRetelling(arrival: Arrival, params: unknown, delivery: Arrivals): void {
    const session = this.#streamOf(arrival)
    if (session === undefined) return
    const { event, told } = this.#retellings.begin(session, params)
    if (arrival.event === undefined && event !== undefined) this.positions.begin(event, session)
    for (const each of told) delivery.add(each, 0)
  }

  #endRetelling(event: string, isHeard: boolean, delivery: Arrivals): void {
    const told = this.#retellings.endOf(event, isHeard)
    if (told !== undefined) delivery.add(told, 0)
  }

  #isNew(arrival: Arrival): boolean {
    const { message, event } = arrival
    const isUnheard =
      event === undefined ||
      (this.positions.isNew(event) ?? this.positions.begin(event, this.#streamOf(arrival)))
    return isUnheard && (!isEnvelope(message) || !isResponse(message) || this.#isAwaited(message))
  }

  #enter(session: string | undefined): void {
    if (session !== undefined) this.positions.enter(session)
  }

  #streamOf({ stream, message }: Arrival): string | undefined {
    return stream ?? this.#routing.streamOf(message)
  }

  /** The answer to the opening is for the reader once, however often it was sent. */
  #isAwaited(message: { readonly id?: unknown; readonly result?: unknown }): boolean {
    this.#outbox.answered(message.id)
    this.#enter(sessionMade(message))
    this.#routing.streamOf(message)
    if (this.#openingId === undefined || message.id !== this.#openingId) return true
    const greeter = greeterOf(message.result)
    if (this.#greeter === undefined) {
      this.#greeter = greeter
      return true
    }
    if (this.#greeter !== greeter) throw anotherGreeter()
    this.awaitsGreeting = false
    return false
  }
}

function lostAnswer(id: Id): object {
  const message = 'the server has forgotten the connection; whether this was done is not known'
  return { jsonrpc: '2.0', id, error: { code: errorCodes.internal_error, message, data: { reason: 'lost' } } }
}
