/** Two channels joined in memory. Messages cross as text, so each side gets values of its own. */

import {
  type Channel,
  ConnectionError,
  type Delivery,
  decode,
  type Limits,
  type Outgoing,
  withDefaults,
} from '../jsonrpc/index.js'
import { openable } from '../jsonrpc/waiting.js'
import { Arrivals } from './framing.js'

const ROOM_CHARACTERS = 256 * 1024

/** Both ends of a wire that never leaves the process. */
export function memoryPair(limits?: Partial<Limits>): readonly [Channel, Channel] {
  const all = withDefaults(limits)
  const there = new Pipe(all)
  const back = new Pipe(all)
  return [new MemoryChannel(back, there), new MemoryChannel(there, back)]
}

class MemoryChannel implements Channel {
  readonly incoming: AsyncIterable<Delivery>
  readonly #from: Pipe
  readonly #to: Pipe

  constructor(from: Pipe, to: Pipe) {
    this.#from = from
    this.#to = to
    this.incoming = from.receive()
  }

  send(_message: Outgoing, text: string): Promise<void> | undefined {
    return this.#to.write(text)
  }

  async close(): Promise<void> {
    this.#to.end()
    this.#from.end()
  }
}

/** One direction: texts wait here until the reader pulls; the writer waits while too many do. */
class Pipe {
  readonly #limits: Limits
  #texts: string[] = []
  #characters = 0
  #isEnded = false
  #wake: (() => void) | undefined
  #room: ReturnType<typeof openable> | undefined

  constructor(limits: Limits) {
    this.#limits = limits
  }

  write(text: string): Promise<void> | undefined {
    if (this.#isEnded) throw new ConnectionError('closed', 'the channel is closed')
    this.#texts.push(text)
    this.#characters += text.length
    this.#wake?.()
    if (this.#characters <= ROOM_CHARACTERS) return undefined
    this.#room ??= openable()
    return this.#room.promise
  }

  end(): void {
    this.#isEnded = true
    this.#wake?.()
    this.#openRoom()
  }

  async *receive(): AsyncGenerator<Delivery> {
    for (;;) {
      if (this.#texts.length > 0) yield this.#take()
      else if (this.#isEnded) return
      else
        await new Promise<void>(resolve => {
          this.#wake = resolve
        })
    }
  }

  #take(): Delivery {
    const arrivals = new Arrivals()
    for (const text of this.#texts) arrivals.add(decode(text, this.#limits), text.length)
    this.#texts = []
    this.#characters = 0
    this.#openRoom()
    return arrivals
  }

  #openRoom(): void {
    this.#room?.open()
    this.#room = undefined
  }
}
