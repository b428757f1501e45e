/** Where the streams of a link meet: what they bring waits here for the one reader, and they wait while too much does. */

import { openable } from '../../jsonrpc/waiting.js'
import type { Arrival } from '../remote/link.js'

const ROOM_BYTES = 1024 * 1024

type Result = IteratorResult<Arrival[], undefined>

const END: Result = { done: true, value: undefined }

export class ArrivalQueue implements AsyncIterableIterator<Arrival[]> {
  #waiting: Arrival[] = []
  #bytes = 0
  #wake: (() => void) | undefined
  #room: ReturnType<typeof openable> | undefined
  #isOver = false
  #failure: Error | undefined;

  [Symbol.asyncIterator](): this {
    return this
  }

  push(arrival: Arrival): void {
    if (this.#isOver) return
    this.#waiting.push(arrival)
    this.#bytes += arrival.size
    this.#wake?.()
  }

  /** What whoever brings more waits for; nothing when there is room. */
  get room(): Promise<void> | undefined {
    if (this.#bytes <= ROOM_BYTES || this.#isOver) return undefined
    this.#room ??= openable()
    return this.#room.promise
  }

  /** What is there can still be read; then it is over, with this error where there is one. */
  end(failure?: Error): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#failure = failure
    this.#wake?.()
    this.#room?.open()
  }

  async next(): Promise<Result> {
    while (this.#waiting.length === 0) {
      if (this.#isOver) return this.#finish()
      await new Promise<void>(resolve => {
        this.#wake = resolve
      })
      this.#wake = undefined
    }
    const value = this.#waiting
    this.#waiting = []
    this.#bytes = 0
    this.#room?.open()
    this.#room = undefined
    return { done: false, value }
  }

  async return(): Promise<Result> {
    this.end()
    this.#waiting = []
    return END
  }

  #finish(): Result {
    const failure = this.#failure
    this.#failure = undefined
    if (failure !== undefined) throw failure
    return END
  }
}
