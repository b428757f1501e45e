/** What a client has posted, in the order of arrival, until whoever serves it reads it. */

import type { Delivery } from '../../jsonrpc/index.js'
import { openable } from '../../jsonrpc/waiting.js'
import { Arrivals } from '../framing.js'
import type { Freight } from '../remote/serving.js'

// Beyond this whoever posts is answered when the reader has caught up; beyond the second no more is taken.
const ROOM_BYTES = 256 * 1024
const MOST_BYTES = 32 * 1024 * 1024

export class Inbox implements AsyncIterableIterator<Delivery> {
  readonly #freight: Freight | undefined
  #arrivals: Arrivals | undefined
  #bytes = 0
  #isEnded = false
  #wake: ((result: IteratorResult<Delivery, undefined>) => void) | undefined
  #room: ReturnType<typeof openable> | undefined

  constructor(freight?: Freight) {
    this.#freight = freight
  }

  get isFull(): boolean {
    return this.#bytes > MOST_BYTES
  }

  /** Resolves when the reader has caught up; nothing when it has. */
  get room(): Promise<void> | undefined {
    if (this.#bytes <= ROOM_BYTES || this.#isEnded) return undefined
    this.#room ??= openable()
    return this.#room.promise
  }

  add(message: unknown, size: number): void {
    if (this.#isEnded) return
    this.#arrivals ??= new Arrivals()
    this.#arrivals.add(message, size)
    this.#bytes += size
    this.#freight?.keep(size)
    this.#wake?.({ done: false, value: this.#take(this.#arrivals) })
  }

  /** What was posted before can still be read. */
  end(): void {
    this.#isEnded = true
    this.#wake?.({ done: true, value: undefined })
    this.#wake = undefined
    this.#openRoom()
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  next(): Promise<IteratorResult<Delivery, undefined>> {
    if (this.#arrivals !== undefined)
      return Promise.resolve({ done: false, value: this.#take(this.#arrivals) })
    if (this.#isEnded) return Promise.resolve({ done: true, value: undefined })
    return new Promise(resolve => {
      this.#wake = resolve
    })
  }

  return(): Promise<IteratorResult<Delivery, undefined>> {
    this.#arrivals = undefined
    this.#letGo()
    this.end()
    return Promise.resolve({ done: true, value: undefined })
  }

  #take(arrivals: Arrivals): Delivery {
    this.#arrivals = undefined
    this.#wake = undefined
    this.#letGo()
    this.#openRoom()
    return arrivals
  }

  #letGo(): void {
    this.#freight?.gone(this.#bytes)
    this.#bytes = 0
  }

  #openRoom(): void {
    this.#room?.open()
    this.#room = undefined
  }
}
