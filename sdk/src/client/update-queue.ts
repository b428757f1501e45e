/** Updates on their way from the wire to one reader: in order, none lost, and the wire slowed when the reader is slow. */

import { Fifo } from '../jsonrpc/fifo.js'
import { openable } from '../jsonrpc/waiting.js'

// Enough to keep a reader busy between two deliveries; the rest waits in the connection, which knows its limits.
const ROOM_BYTES = 64 * 1024
// What is kept for a reader who may still come although somebody already waits for the outcome, or hears all of it.
const KEPT_BYTES = 8 * 1024 * 1024

export class UpdateQueue<T> implements AsyncIterable<T> {
  readonly #items = new Fifo<{ readonly item: T; readonly size: number }>()
  readonly #wanted = new Fifo<(result: IteratorResult<T>) => void>()
  #bytes = 0
  #roomBytes = ROOM_BYTES
  #isEnded = false
  #isClaimed = false
  /** Nobody reads, and neither the outcome nor the listeners must wait for a reader. */
  #isUnread = false
  #isDropped = false
  #room: ReturnType<typeof openable> | undefined

  /** Takes one update; a promise means that the next one should wait. */
  push(item: T, size: number): Promise<void> | undefined {
    const wanted = this.#wanted.shift()
    if (wanted !== undefined) {
      wanted({ value: item, done: false })
      return undefined
    }
    if (this.#isDropped) return undefined
    this.#items.push({ item, size })
    this.#bytes += size
    if (this.#bytes <= this.#roomBytes) return undefined
    if (!this.#isUnread) return this.#untilRoom()
    if (this.#bytes > KEPT_BYTES) this.#drop()
    return undefined
  }

  /** Nothing more will come; what is queued can still be read. */
  end(): void {
    this.#isEnded = true
    for (let wanted = this.#wanted.shift(); wanted !== undefined; wanted = this.#wanted.shift())
      wanted({ value: undefined, done: true })
  }

  /** Somebody waits for the outcome or hears the updates: unless there is a reader, what is not read holds nothing up. */
  expectNoReader(): void {
    if (this.#isClaimed) return
    this.#isUnread = true
    this.#openRoom()
  }

  /** Lets in as much as may be kept at all: somebody waits for the end who may be the reader. */
  widen(): void {
    this.expectNoReader()
    this.#roomBytes = KEPT_BYTES
    this.#openRoom()
  }

  [Symbol.asyncIterator](): AsyncIterator<T> {
    if (this.#isClaimed) throw new Error('the updates of a turn have one reader, and there is one already')
    if (this.#isDropped) throw new Error('the updates were dropped: nobody read them while the turn went on')
    this.#isClaimed = true
    this.#isUnread = false
    return {
      next: () => this.#next(),
      return: async () => {
        // The reader has had enough: what still comes is for nobody.
        this.#isUnread = true
        this.#drop()
        return { value: undefined, done: true }
      },
    }
  }

  /** Lets go of what nobody has read. */
  clear(): void {
    this.#items.clear()
    this.#bytes = 0
    this.#openRoom()
  }

  #next(): Promise<IteratorResult<T>> {
    const next = this.#items.shift()
    if (next !== undefined) {
      this.#bytes -= next.size
      if (this.#bytes <= this.#roomBytes / 2) this.#openRoom()
      return Promise.resolve({ value: next.item, done: false })
    }
    if (this.#isEnded) return Promise.resolve({ value: undefined, done: true })
    return new Promise(resolve => this.#wanted.push(resolve))
  }

  #drop(): void {
    this.#isDropped = true
    this.clear()
  }

  #untilRoom(): Promise<void> {
    this.#room ??= openable()
    return this.#room.promise
  }

  #openRoom(): void {
    this.#room?.open()
    this.#room = undefined
  }
}
