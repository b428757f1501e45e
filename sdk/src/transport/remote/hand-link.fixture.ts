/** Links whose server is the test: it sees what is sent, says what arrives, and when and how a link is lost. */

import type { Outgoing } from '../../jsonrpc/index.js'
import { openable } from '../../jsonrpc/waiting.js'
import { type Arrival, type Link, LinkLost, type Opening, type OpenLink, type Resumption } from './link.js'

interface LinkOptions {
  readonly connectionId?: string | undefined
  readonly isRecoverable?: boolean | undefined
  readonly received?: number | undefined
}

export class HandLink implements Link {
  readonly connectionId: string | undefined
  isRecoverable: boolean
  readonly received: number
  readonly sent: Outgoing[] = []
  readonly arrivals: AsyncIterable<Arrival[]>
  onConfirmed: (count: number) => void = () => {}
  isClosed = false
  /** What its reader was given. */
  readonly told: (readonly Arrival[])[] = []
  #waiting: Arrival[] = []
  #lost: LinkLost | undefined
  #news = openable()

  constructor({ connectionId, isRecoverable = true, received = 1 }: LinkOptions) {
    this.connectionId = connectionId
    this.isRecoverable = isRecoverable
    this.received = received
    this.arrivals = this.#receive()
  }

  get methods(): unknown[] {
    return this.sent.map(message => ('method' in message ? message.method : message))
  }

  send(_message: Outgoing, text: string): undefined {
    if (this.#lost !== undefined) throw this.#lost
    this.sent.push(JSON.parse(text) as Outgoing)
  }

  arrive(message: unknown, event?: string): void {
    this.#waiting.push({ message, size: 1, event })
    this.#news.open()
  }

  lose(end: LinkLost['end'], retryAfter?: number): void {
    this.#lost = new LinkLost(end, `it was ${end}`, retryAfter === undefined ? {} : { retryAfter })
    this.#news.open()
  }

  async close(): Promise<void> {
    this.isClosed = true
    this.#news.open()
  }

  async *#receive(): AsyncGenerator<Arrival[]> {
    for (;;) {
      const arrived = this.#waiting
      this.#waiting = []
      if (arrived.length > 0) {
        this.told.push(arrived)
        yield arrived
      } else if (this.#lost !== undefined) throw this.#lost
      else if (this.isClosed) return
      else {
        await this.#news.promise
        this.#news = openable()
      }
    }
  }
}

/** Hands out the links it was given, one per try. */
export class HandServer {
  readonly tries: { readonly opening: Opening; readonly resumption: Resumption | undefined }[] = []
  readonly #links: (HandLink | LinkLost)[] = []
  readonly openLink: OpenLink = async (opening, resumption) => {
    this.tries.push({ opening, resumption })
    const next = this.#links.shift() ?? new LinkLost('dropped', 'nobody is there')
    if (next instanceof LinkLost) throw next
    return next
  }

  expect(options: LinkOptions = {}): HandLink {
    const link = new HandLink(options)
    this.#links.push(link)
    return link
  }

  refuse(lost: LinkLost): void {
    this.#links.push(lost)
  }
}
