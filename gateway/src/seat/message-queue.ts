/** Messages on their way between two parts of one process: they wait here until they are read, and whoever writes is asked to wait. */

import type { Delivery } from '@parley/acp/jsonrpc'

const ROOM_CHARACTERS = 256 * 1024

export class MessageQueue implements AsyncIterable<Delivery> {
  #messages: unknown[] = []
  #sizes: number[] = []
  #waiting = 0
  #isEnded = false
  #wake: () => void = () => {}
  #room: { readonly promise: Promise<void>; readonly open: () => void } | undefined

  /** A promise asks to wait for room. What comes behind the end is for nobody. */
  put(message: unknown, size: number): Promise<void> | undefined {
    if (this.#isEnded) return undefined
    this.#messages.push(message)
    this.#sizes.push(size)
    this.#waiting += size
    this.#wake()
    if (this.#waiting <= ROOM_CHARACTERS) return undefined
    this.#room ??= openable()
    return this.#room.promise
  }

  /** What was put here before can still be read. */
  end(): void {
    this.#isEnded = true
    this.#wake()
    this.#openRoom()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Delivery> {
    for (;;) {
      if (this.#messages.length > 0) yield this.#take()
      else if (this.#isEnded) return
      else
        await new Promise<void>(resolve => {
          this.#wake = resolve
        })
    }
  }

  #take(): Delivery {
    const delivery = { messages: this.#messages, sizes: this.#sizes }
    this.#messages = []
    this.#sizes = []
    this.#waiting = 0
    this.#openRoom()
    return delivery
  }

  #openRoom(): void {
    this.#room?.open()
    this.#room = undefined
  }
}

function openable(): { readonly promise: Promise<void>; readonly open: () => void } {
  let open = (): void => {}
  const promise = new Promise<void>(resolve => {
    open = resolve
  })
  return { promise, open }
}
