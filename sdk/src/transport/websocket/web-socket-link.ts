/** One socket of a connection, as its client sees it: numbers are taken off, confirmations heard, the end is explained. */

import { ConnectionError, decode, type Limits, type Outgoing } from '../../jsonrpc/index.js'
import { type Envelope, isEnvelope } from '../../jsonrpc/message.js'
import { deliveryPromised } from '../remote/delivery-mark.js'
import { type Arrival, type Link, type LinkEnd, LinkLost } from '../remote/link.js'
import type { Routing } from '../remote/routing.js'
import { readEvent } from './event-text.js'
import { Intake } from './intake.js'
import { isResumeAnswer, readReceived, readResumed } from './resumption.js'
import { TextSocket } from './text-socket.js'
import { closeCodes, REVOKED, type WebSocketLike } from './web-socket.js'

/** What a link is made with. */
export interface LinkTerms {
  readonly limits: Limits
  readonly routing: Routing
  /** The id of the opening; nothing where the link goes on with a connection. */
  readonly openingId: unknown
  /** The connection that it goes on with. */
  readonly connectionId: string | undefined
}

/** What is waited for before a link is one. */
interface Beginning {
  readonly resolve: () => void
  readonly reject: (lost: LinkLost) => void
}

// With these the server says that it does not want us; after all others the connection may still be there.
const REFUSALS: readonly number[] = [
  closeCodes.normal,
  closeCodes.protocol,
  closeCodes.limit,
  closeCodes.tooLarge,
]

export class WebSocketLink implements Link {
  connectionId: string | undefined
  isRecoverable = false
  /** The opening, if nothing else. */
  received = 1
  onConfirmed: (count: number) => void = () => {}
  readonly arrivals: Intake<Arrival[]>
  readonly #socket: TextSocket
  readonly #terms: LinkTerms
  #beginning: Beginning | undefined
  #lost: LinkLost | undefined
  #isLeaving = false

  constructor(socket: WebSocketLike, terms: LinkTerms) {
    this.#terms = terms
    this.connectionId = terms.connectionId
    this.arrivals = new Intake<Arrival[]>(() => [])
    this.#socket = new TextSocket(socket, terms.limits, {
      text: text => this.#receive(text),
      over: (code, reason) => this.#lose(code, reason),
    })
    this.arrivals.tap = this.#socket
  }

  /** Says what the link begins with, and waits for its answer. */
  async begin(text: string, milliseconds: number): Promise<void> {
    const answered = new Promise<void>((resolve, reject) => {
      this.#beginning = { resolve, reject }
    })
    const timer = setTimeout(() => {
      this.#fail(new LinkLost('dropped', `the server did not answer within ${milliseconds} milliseconds`))
    }, milliseconds)
    try {
      if (this.#lost !== undefined) throw this.#lost
      void this.#socket.send(text)
      await answered
    } finally {
      clearTimeout(timer)
      this.#beginning = undefined
    }
  }

  send(message: Outgoing, text: string): Promise<void> | undefined {
    if (this.#socket.isClosing) throw new ConnectionError('closed', 'the link is lost')
    this.#terms.routing.note(message)
    return this.#socket.send(text)
  }

  async close(): Promise<void> {
    this.#isLeaving = true
    this.arrivals.end()
    await this.#socket.close()
  }

  #receive(text: string): void {
    const { text: plain, event } = readEvent(text)
    const message = decode(plain, this.#terms.limits)
    const size = text.length
    if (isEnvelope(message) && this.#takes(message)) return
    const stream = event === undefined ? undefined : this.#terms.routing.streamOf(message)
    this.arrivals.batch.push({ message, size, event, stream })
    this.arrivals.filled(size)
    // A socket that cannot be paused goes on filling what nobody reads.
    if (this.arrivals.size > this.#terms.limits.undeliveredBytesAtMost)
      this.#fail(new LinkLost('dropped', 'too much was unread'))
  }

  /** Whether the message is for the link itself. */
  #takes(message: Envelope): boolean {
    const confirmed = readReceived(message)
    if (confirmed !== undefined) this.onConfirmed(confirmed)
    else if (this.#beginning === undefined) return false
    else if (this.#terms.openingId === undefined) return this.#resumed(message, this.#beginning)
    else {
      this.#opened(message, this.#beginning)
      return false
    }
    return true
  }

  #opened(message: Envelope, { resolve }: Beginning): void {
    if (message.method !== undefined || message.id !== this.#terms.openingId) return
    this.connectionId = deliveryPromised(message)
    this.isRecoverable = this.connectionId !== undefined
    resolve()
  }

  #resumed(message: Envelope, { resolve }: Beginning): boolean {
    if (!isResumeAnswer(message)) return false
    const received = readResumed(message)
    if (received === undefined)
      this.#fail(new LinkLost('forgotten', 'the server does not know this connection'))
    else {
      this.received = received
      this.isRecoverable = true
      resolve()
    }
    return true
  }

  #lose(code: number, reason: unknown): void {
    if (this.#isLeaving) return
    // Another token may be there by now; whether it is, the next try tells.
    if (reason === REVOKED) this.#fail(new LinkLost('dropped', 'the server has taken the token back'))
    else this.#fail(new LinkLost(this.#endOf(code), `the socket was closed with the code ${code}`))
  }

  #endOf(code: number): LinkEnd {
    // A server that knows nothing of going on takes it for a beginning that is none.
    if (this.#beginning !== undefined && this.#terms.openingId === undefined && code === closeCodes.protocol)
      return 'forgotten'
    return REFUSALS.includes(code) ? 'refused' : 'dropped'
  }

  #fail(lost: LinkLost): void {
    this.#lost ??= lost
    this.#beginning?.reject(lost)
    this.arrivals.end(lost)
    void this.#socket.abandon()
  }
}
