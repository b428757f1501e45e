/** What a client is told that belongs to no session: a short log in memory, and the place up to which it was heard. */

import { randomBytes } from 'node:crypto'
import {
  BEGINNING,
  fromEventId,
  type Listening,
  type ListeningRefusal,
  type Outlet,
  toEventId,
} from '@parley/acp/transport'

const MOST_UNHEARD_BYTES = 4 * 1024 * 1024
const MOST_HEARD_BYTES = 512 * 1024

/** Whose stream it is. */
export interface OwnStreamTerms {
  /** Whether the client can come back for what it has not got: else nothing that was sent is kept. */
  readonly isResumable: boolean
  /** Called when something is forgotten that the client has not heard: it can only begin anew. */
  readonly onGap: () => void
  /** Called when the client begins to listen, and when it does so no more. */
  readonly onPresence?: (() => void) | undefined
}

export class OwnStream {
  readonly #terms: OwnStreamTerms
  readonly #epoch = randomBytes(9).toString('base64url')
  readonly #texts: string[] = []
  /** The place of the first of them, from 1. */
  #first = 1
  #heardBytes = 0
  #unheardBytes = 0
  #cursor = 0
  #outlet: Outlet | undefined
  #isWaiting = false

  constructor(terms: OwnStreamTerms) {
    this.#terms = terms
  }

  get isListening(): boolean {
    return this.#outlet !== undefined
  }

  /** How much is kept. */
  get bytes(): number {
    return this.#heardBytes + this.#unheardBytes
  }

  /** Says it now, or when somebody listens. */
  write(text: string): void {
    this.#texts.push(text)
    this.#unheardBytes += text.length
    this.#pump()
    if (this.#unheardBytes > MOST_UNHEARD_BYTES && this.#cursor < this.#last - 1) this.#terms.onGap()
  }

  /** Goes on behind the event that the client has, or where the last one who listened ended. */
  listen({ after, outlet }: Listening): ListeningRefusal | undefined {
    if (this.#outlet !== undefined && after === undefined) return 'taken'
    const place = after === undefined ? this.#cursor : this.#placeOf(after)
    if (place === undefined) {
      this.#terms.onGap()
      return 'unknown'
    }
    this.#moveTo(place)
    this.#outlet?.close()
    this.#outlet = outlet
    void outlet.closed.then(() => {
      if (this.#outlet !== outlet) return
      this.#outlet = undefined
      this.#terms.onPresence?.()
    })
    this.#isWaiting = false
    this.#pump()
    this.#terms.onPresence?.()
    return undefined
  }

  close(): void {
    this.#outlet?.close()
  }

  get #last(): number {
    return this.#first + this.#texts.length - 1
  }

  /** Nothing for an event of which it is not known what came behind it. */
  #placeOf(after: string): number | undefined {
    const { epoch, number } = fromEventId(after) ?? { epoch: '', number: -1 }
    // Who has had nothing under a number yet has had the answer to its opening, which comes without one.
    const place = after === BEGINNING ? Math.min(this.#cursor, 1) : epoch === this.#epoch ? number : -1
    return place >= this.#first - 1 && place <= this.#last ? place : undefined
  }

  #moveTo(place: number): void {
    for (; this.#cursor > place; this.#cursor--) this.#count(this.#cursor, -1)
    for (; this.#cursor < place; this.#cursor++) this.#count(this.#cursor + 1, 1)
  }

  /** What is at this place is heard now, or is not. */
  #count(place: number, sign: 1 | -1): void {
    const { length } = this.#texts[place - this.#first] ?? ''
    this.#heardBytes += sign * length
    this.#unheardBytes -= sign * length
  }

  /** The oldest of what was heard is forgotten first. */
  #trim(): void {
    const most = this.#terms.isResumable ? MOST_HEARD_BYTES : 0
    while (this.#heardBytes > most && this.#first <= this.#cursor) {
      this.#heardBytes -= this.#texts.shift()?.length ?? 0
      this.#first++
    }
  }

  /** One at a time: an outlet may be for one message only, and says so by closing. */
  #pump(): void {
    const outlet = this.#outlet
    if (outlet === undefined || this.#isWaiting || this.#cursor >= this.#last) return
    const number = this.#cursor + 1
    const text = this.#texts[number - this.#first] ?? ''
    this.#moveTo(number)
    this.#trim()
    const full = outlet.write(text, toEventId({ epoch: this.#epoch, number }))
    this.#isWaiting = true
    const goOn = (): void => {
      if (this.#outlet !== outlet) return
      this.#isWaiting = false
      this.#pump()
    }
    // Its end is known two turns of the queue later.
    Promise.resolve(full).then(() => Promise.resolve().then(goOn), goOn)
  }
}
