/** A port whose client is the test: it says what it likes, listens where it likes, and takes as much as it likes. */

import type { Delivery, Message } from '../../jsonrpc/index.js'
import { openable } from '../../jsonrpc/waiting.js'
import type { Listening, ListeningRefusal, Outlet, Port } from './port.js'

/** What was heard through one outlet. */
export class HandOutlet implements Outlet {
  readonly texts: string[] = []
  readonly ids: (string | undefined)[] = []
  readonly closed: Promise<void>
  isClosed = false
  /** How many messages it takes before it asks to wait. */
  capacity: number
  readonly #closing = openable()
  #room: ReturnType<typeof openable> | undefined

  constructor(capacity = Number.POSITIVE_INFINITY) {
    this.capacity = capacity
    this.closed = this.#closing.promise
  }

  get messages(): unknown[] {
    return this.texts.map(text => JSON.parse(text) as unknown)
  }

  get last(): string {
    return this.ids.at(-1) ?? ''
  }

  write(text: string, id?: string): Promise<void> | undefined {
    this.texts.push(text)
    this.ids.push(id)
    if (this.texts.length < this.capacity) return undefined
    this.#room ??= openable()
    return this.#room.promise
  }

  widen(capacity: number): void {
    this.capacity = capacity
    this.#room?.open()
    this.#room = undefined
  }

  close(): void {
    this.isClosed = true
    this.#closing.open()
  }
}

export class HandPort implements Port {
  readonly id = 'c0ffee'
  readonly isResumable: boolean
  readonly incoming: AsyncIterable<Delivery>
  onListen: Port['onListen'] = () => 'unknown'
  closedBecause: string | undefined
  readonly closed = openable()
  readonly announced: string[] = []
  #said: Message[] = []
  #news = openable()
  #isOver = false

  constructor({ isResumable = true } = {}) {
    this.isResumable = isResumable
    this.incoming = this.#receive()
  }

  say(message: Message): void {
    this.#said.push(message)
    this.#news.open()
  }

  listen(listening: Omit<Listening, 'outlet'> & { outlet?: HandOutlet }): HandOutlet | ListeningRefusal {
    const outlet = listening.outlet ?? new HandOutlet()
    return (this.onListen({ ...listening, outlet }) as ListeningRefusal | undefined) ?? outlet
  }

  announce(session: string): void {
    this.announced.push(session)
  }

  leave(): void {
    this.#isOver = true
    this.#news.open()
  }

  async close(reason = ''): Promise<void> {
    this.closedBecause ??= reason
    this.closed.open()
    this.leave()
  }

  async *#receive(): AsyncGenerator<Delivery> {
    for (;;) {
      const messages = this.#said
      this.#said = []
      if (messages.length > 0) yield { messages, sizes: messages.map(() => 1) }
      else if (this.#isOver) return
      else {
        await this.#news.promise
        this.#news = openable()
      }
    }
  }
}
