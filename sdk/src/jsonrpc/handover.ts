/** Two ends inside one process: what the owner sends is read as text, what is handed to the owner stays a value. */

import type { Channel, Delivery } from './channel.js'
import { decode } from './decode.js'
import { ConnectionError } from './error.js'
import type { Limits } from './limits.js'
import type { Outgoing } from './message.js'
import { openable } from './waiting.js'

const ROOM_BYTES = 256 * 1024

/** One direction: values wait here until the reader pulls, and the writer waits while too many do. */
class Shelf {
  #messages: unknown[] = []
  #sizes: number[] = []
  #bytes = 0
  #isEnded = false
  #failure: unknown
  #wake: (() => void) | undefined
  #room: ReturnType<typeof openable> | undefined

  put(message: unknown, size: number): Promise<void> | undefined {
    if (this.#isEnded) throw new ConnectionError('closed', 'the channel is closed')
    this.#messages.push(message)
    this.#sizes.push(size)
    this.#bytes += size
    this.#wake?.()
    if (this.#bytes <= ROOM_BYTES) return undefined
    this.#room ??= openable()
    return this.#room.promise
  }

  /** What was put here before can still be pulled; then comes the failure, where there was one. */
  end(failure?: unknown): void {
    if (!this.#isEnded) this.#failure = failure
    this.#isEnded = true
    this.#wake?.()
    this.#room?.open()
  }

  async *pull(): AsyncGenerator<Delivery> {
    for (;;) {
      if (this.#messages.length > 0) yield this.#take()
      else if (this.#failure !== undefined) throw this.#failure
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
    this.#bytes = 0
    this.#room?.open()
    this.#room = undefined
    return delivery
  }
}

/** The inner end, for a relay: it is handed values, so that nothing is written as text only to be read again. */
export class HandedChannel implements Channel {
  readonly incoming: AsyncIterable<Delivery>
  readonly #out: Shelf
  readonly #in: Shelf
  /** When whoever relays it is done: what was accepted has been sent by then. */
  over: Promise<unknown> | undefined

  constructor(out: Shelf, back: Shelf) {
    this.#out = out
    this.#in = back
    this.incoming = back.pull()
  }

  /** Hands over a message; `size` is what it took, or would take, on a wire. */
  hand(message: Outgoing, size: number): Promise<void> | undefined {
    return this.#out.put(message, size)
  }

  send(message: Outgoing, text: string): Promise<void> | undefined {
    return this.#out.put(message, text.length)
  }

  async close(failure?: unknown): Promise<void> {
    this.#out.end(failure)
    this.#in.end()
  }
}

/** Both ends: `outer` is a channel like any other, `inner` is for whoever relays it. */
export function handover(limits: Limits): { readonly outer: Channel; readonly inner: HandedChannel } {
  const toOuter = new Shelf()
  const toInner = new Shelf()
  const inner = new HandedChannel(toOuter, toInner)
  const outer: Channel = {
    incoming: toOuter.pull(),
    // Its owner may change the value later, and JSON leaves things out: the text is what was meant.
    send: (_message, text) => toInner.put(decode(text, limits), text.length),
    async close() {
      toInner.end()
      toOuter.end()
      await inner.over
    },
  }
  return { outer, inner }
}
