/** What was said and may have to be said again: until the server has it, and if it is a request, until it is answered. */

import type { Id, Outgoing } from '../../jsonrpc/index.js'
import { isRepeatable } from '../../protocol/scope.js'

interface Parcel {
  readonly message: Outgoing
  readonly text: string
  readonly place: number
  isSent: boolean
}

const ROOM_CHARACTERS = 16 * 1024 * 1024
const MOST_REQUESTS = 4_096

export class Outbox {
  /** Not confirmed, or not even sent, in order. */
  #parcels: Parcel[] = []
  #sent = 0
  // The opening was the first.
  #confirmed = 1
  #characters = 0
  #place = 0
  readonly #requests = new Map<Id, Parcel>()
  /** Whether what was sent is kept until it is confirmed. */
  isKeeping = true

  get isFull(): boolean {
    return this.#characters > ROOM_CHARACTERS
  }

  add(message: Outgoing, text: string): void {
    const parcel = { message, text, place: this.#place++, isSent: false }
    this.#parcels.push(parcel)
    this.#characters += text.length
    if (!this.isKeeping) return
    if (Array.isArray(message)) for (const id of requestsIn(message)) this.#expect(id, parcel)
    else if ('method' in message && 'id' in message) this.#expect(message.id, parcel)
  }

  /** The first that was not sent, or not on this link. */
  get next(): { readonly message: Outgoing; readonly text: string } | undefined {
    return this.#parcels[this.#sent]
  }

  /** The next one is on its way. */
  advance(): void {
    const parcel = this.#parcels[this.#sent++]
    if (parcel !== undefined) parcel.isSent = true
    if (!this.isKeeping) this.confirm(this.#confirmed + this.#sent)
  }

  /** The server has so many messages of this connection, the opening included. */
  confirm(count: number): void {
    const confirmed = Math.min(count - this.#confirmed, this.#sent)
    if (!(confirmed > 0)) return
    for (const { text } of this.#parcels.splice(0, confirmed)) this.#characters -= text.length
    this.#confirmed += confirmed
    this.#sent -= confirmed
  }

  answered(id: unknown): void {
    if (this.#requests.size > 0) this.#requests.delete(id as Id)
  }

  /** The same connection goes on: what the server does not have by then is to be sent again. */
  rewind(received: number): void {
    this.confirm(received)
    this.#sent = 0
  }

  /**
   * Another connection takes its place: what was not answered is to be asked again, and what the server may not have
   * is to be said again. Returns the requests of which nobody can know, and which must not be asked twice.
   */
  restart(): readonly Id[] {
    const lost: Id[] = []
    const parcels = new Set(this.#parcels.filter(({ message }) => requestsIn(message).length === 0))
    for (const [id, parcel] of this.#requests) {
      if (!parcel.isSent || methodsIn(parcel.message).every(isRepeatable)) parcels.add(parcel)
      else lost.push(id)
    }
    for (const id of lost) this.#requests.delete(id)
    this.#parcels = [...parcels].sort((a, b) => a.place - b.place)
    this.#characters = this.#parcels.reduce((sum, { text }) => sum + text.length, 0)
    this.#sent = 0
    this.#confirmed = 1
    return lost
  }

  #expect(id: Id, parcel: Parcel): void {
    if (this.#requests.size >= MOST_REQUESTS)
      for (const oldest of this.#requests.keys()) {
        this.#requests.delete(oldest)
        break
      }
    this.#requests.set(id, parcel)
  }
}

const NONE: readonly Id[] = []

function requestsIn(message: Outgoing): readonly Id[] {
  if (!Array.isArray(message)) return 'method' in message && 'id' in message ? [message.id] : NONE
  return (message as readonly Outgoing[]).flatMap(requestsIn)
}

function methodsIn(message: Outgoing): readonly string[] {
  if (!Array.isArray(message)) return 'method' in message ? [message.method] : []
  return (message as readonly Outgoing[]).flatMap(methodsIn)
}
