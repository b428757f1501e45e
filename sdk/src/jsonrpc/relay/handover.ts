/** Two ends inside one process: what the owner sends is read as text, what is handed to the owner stays a value. */

import type { Channel, Delivery, GivingChannel } from '../channel.js'
import { decode } from '../decode.js'
import { ConnectionError } from '../error.js'
import type { Limits } from '../limits.js'
import type { Outgoing } from '../message.js'
import { openable } from '../waiting.js'
import { plainCopy } from './plain-copy.js'
import type { Reading } from './relay-reader.js'

const ROOM_BYTES = 64 * 1024
// What is larger is written and judged by whoever sends it, who can then be told that it is too large.
const MOST_GIVEN_BYTES = 64 * 1024

type Result = IteratorResult<Delivery, undefined>

const WOKEN = Promise.resolve()

/** One direction: values wait here until the reader pulls, and the writer waits while too many do. */
class Shelf implements AsyncIterableIterator<Delivery> {
  #messages: unknown[] = []
  #sizes: number[] = []
  #bytes = 0
  #isEnded = false
  #failure: unknown
  #wake: ((result: Result | Promise<Result>) => void) | undefined
  #room: ReturnType<typeof openable> | undefined

  put(message: unknown, size: number): Promise<void> | undefined {
    if (this.#isEnded) throw new ConnectionError('closed', 'the channel is closed')
    this.#messages.push(message)
    this.#sizes.push(size)
    this.#bytes += size
    if (this.#wake !== undefined) {
      // What is put here in the same go travels with it: a delivery for each would wake the reader as often.
      this.#wake(WOKEN.then(() => ({ done: false, value: this.#take() })))
      this.#wake = undefined
    }
    if (this.#bytes <= ROOM_BYTES) return undefined
    this.#room ??= openable()
    return this.#room.promise
  }

  /** What was put here before can still be pulled; then comes the failure, where there was one. */
  end(failure?: unknown): void {
    if (!this.#isEnded) this.#failure = failure
    this.#isEnded = true
    this.#wake?.(this.#next())
    this.#wake = undefined
    this.#room?.open()
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  next(): Promise<Result> {
    if (this.#messages.length > 0 || this.#isEnded) return this.#next()
    return new Promise(resolve => {
      this.#wake = resolve
    })
  }

  return(): Promise<Result> {
    this.end()
    this.#take()
    return Promise.resolve({ done: true, value: undefined })
  }

  #next(): Promise<Result> {
    if (this.#messages.length > 0) return Promise.resolve({ done: false, value: this.#take() })
    if (this.#failure === undefined) return Promise.resolve({ done: true, value: undefined })
    const failure = this.#failure
    this.#failure = undefined
    return Promise.reject(failure)
  }

  #take(): Delivery {
    const delivery = { messages: this.#messages, sizes: this.#sizes }
    this.#messages = []
    this.#sizes = []
    this.#bytes = 0
    this.#room?.open()
    this.#room = undefined
    return delivery
  }
}

/** The inner end, for a relay: it is handed values, so that nothing is written as text only to be read again. */
export class HandedChannel implements Channel {
  readonly incoming: AsyncIterable<Delivery>
  readonly #out = new Shelf()
  readonly #in = new Shelf()
  #reading: Reading | undefined
  #isClosed = false
  /** When whoever relays it is done: what was accepted has been sent by then. */
  over: Promise<unknown> | undefined

  constructor() {
    this.incoming = this.#in
  }

  /** What the owner reads. */
  get told(): AsyncIterable<Delivery> {
    return this.#out
  }

  /** From now on what the owner sends is passed on at once, and the promise of room is that of whom it is sent on to. */
  attach(reading: Reading): void {
    this.#reading = reading
  }

  /** Hands over a message; `size` is what it took, or would take, on a wire. */
  hand(message: Outgoing, size: number): Promise<void> | undefined {
    return this.#out.put(message, size)
  }

  send(message: Outgoing, text: string): Promise<void> | undefined {
    return this.#out.put(message, text.length)
  }

  /** The owner sends something. */
  accept(message: unknown, size: number): Promise<void> | undefined {
    if (this.#isClosed) throw new ConnectionError('closed', 'the channel is closed')
    return this.#reading === undefined
      ? this.#in.put(message, size)
      : this.#reading.take({ messages: [message], sizes: [size] })
  }

  /** The owner has left. */
  leave(): void {
    const isFirst = !this.#isClosed
    this.#isClosed = true
    this.#out.end()
    this.#in.end()
    if (isFirst) this.#reading?.ended()
  }

  async close(failure?: unknown): Promise<void> {
    this.#isClosed = true
    this.#out.end(failure)
    this.#in.end()
  }
}

/** Both ends: `outer` is a channel like any other, `inner` is for whoever relays it. */
export function handover(limits: Limits): { readonly outer: Channel; readonly inner: HandedChannel } {
  const inner = new HandedChannel()
  const outer: GivingChannel = {
    incoming: inner.told,
    // Its owner may change the value later, and JSON leaves things out: the text is what was meant.
    send: (_message, text) => inner.accept(decode(text, limits), text.length),
    give(message) {
      const copy = plainCopy(message, limits.depth)
      if (copy === undefined || copy.bytes > MOST_GIVEN_BYTES) return undefined
      return { bytes: copy.bytes, room: inner.accept(copy.value, copy.bytes) }
    },
    async close() {
      inner.leave()
      await inner.over
    },
  }
  return { outer, inner }
}
