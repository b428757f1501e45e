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

const MOST_BYTES = 4 * 1024 * 1024

export class OwnStream {
  readonly #epoch = randomBytes(9).toString('base64url')
  readonly #texts: string[] = []
  /** The place of the first of them, from 1. */
  #first = 1
  #bytes = 0
  #cursor = 0
  #outlet: Outlet | undefined
  #isWaiting = false
  readonly #onOverflow: () => void

  /** `onOverflow` is called when something had to be forgotten that nobody has heard. */
  constructor(onOverflow: () => void) {
    this.#onOverflow = onOverflow
  }

  /** Says it now, or when somebody listens. */
  write(text: string): void {
    this.#texts.push(text)
    this.#bytes += text.length
    while (this.#bytes > MOST_BYTES && this.#texts.length > 1) {
      this.#bytes -= this.#texts.shift()?.length ?? 0
      this.#first++
    }
    if (this.#cursor < this.#first - 1) return this.#onOverflow()
    this.#pump()
  }

  /** Goes on behind the event that the client has, or where the last one who listened ended. */
  listen({ after, outlet }: Listening): ListeningRefusal | undefined {
    if (this.#outlet !== undefined && after === undefined) return 'taken'
    const id = after === undefined ? undefined : fromEventId(after)
    // Who has had nothing under a number yet has had the answer to its opening, which comes without one.
    if (after === BEGINNING) this.#cursor = Math.min(this.#cursor, 1)
    if (id?.epoch === this.#epoch) this.#cursor = Math.min(id.number, this.#first + this.#texts.length - 1)
    this.#outlet?.close()
    this.#outlet = outlet
    void outlet.closed.then(() => {
      if (this.#outlet === outlet) this.#outlet = undefined
    })
    this.#isWaiting = false
    this.#pump()
    return undefined
  }

  close(): void {
    this.#outlet?.close()
  }

  /** One at a time: an outlet may be for one message only, and says so by closing. */
  #pump(): void {
    const outlet = this.#outlet
    if (outlet === undefined || this.#isWaiting) return
    this.#cursor = Math.max(this.#cursor, this.#first - 1)
    if (this.#cursor >= this.#first + this.#texts.length - 1) return
    const number = ++this.#cursor
    const text = this.#texts[number - this.#first] ?? ''
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
