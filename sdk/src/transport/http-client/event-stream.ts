/**
 * One stream of a connection, its own or a session's: opened, and opened again from its last event whenever it breaks,
 * as long as the server can tell again what was lost between. Knows no message.
 */

import type { Malformed } from '../../jsonrpc/index.js'
import { LinkLost } from '../remote/link.js'
import { EventReader } from '../sse/event-reader.js'
import { type HttpExchange, HttpFailure, type HttpStream } from './carrier.js'
import type { Endpoint } from './endpoint.js'
import type { HttpConnection } from './http-connection.js'
import { backOff, type Lifespan } from './lifespan.js'
import { refusalOf, retryAfter, verdictOnStream } from './verdict.js'

const MOST_TRIES = 6
// A stream that told nothing and lasted so long was sound all the same: there was nothing to tell.
const SOUND_MILLISECONDS = 5_000

/** What a stream needs of its link. */
export interface StreamOwner {
  readonly endpoint: Endpoint
  readonly connection: HttpConnection
  readonly messageBytes: number
  readonly lifespan: Lifespan
  /** Whether the connection is known to live: then a 404 is the session's. */
  readonly isAlive: boolean
  /** What a stream waits for before it reads on. */
  readonly room: Promise<void> | undefined
  take(stream: EventStream, data: string | Malformed, id: string | undefined): void
  lose(lost: LinkLost): void
  /** This stream will not be heard any more; the others will. */
  drop(stream: EventStream, status: number): void
}

/** Why a stream could not be opened. */
export class StreamRefused extends Error {
  override readonly name = 'StreamRefused'
  readonly status: number

  constructor(status: number) {
    super(`the stream was refused with status ${status}`)
    this.status = status
  }
}

export class EventStream {
  readonly session: string | undefined
  /** Resolves when it is open for the first time; rejects with a `StreamRefused`. */
  readonly ready: Promise<void>
  readonly #owner: StreamOwner
  #after: string | undefined
  #settle: { readonly open: () => void; readonly refuse: (error: Error) => void } | undefined
  #exchange: HttpExchange<HttpStream> | undefined
  #reader: EventReader | undefined
  #isOpen = false
  #isReady = false
  #retry: number | undefined
  #wait: number | undefined
  #lastStatus = 0
  #heardAt = 0
  readonly #forget: () => void

  constructor(owner: StreamOwner, session: string | undefined, after: string | undefined) {
    this.#owner = owner
    this.session = session
    this.#after = after
    this.ready = new Promise((open, refuse) => {
      this.#settle = { open, refuse }
    })
    this.ready.catch(() => {})
    this.#forget = owner.lifespan.atEnd(() => this.close())
    void this.#run().finally(() => this.#forget())
  }

  /** Whether it has been open once: what is sent now is heard, or can be told again. */
  get isReady(): boolean {
    return this.#isReady
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  /** Whether it is not read on because there is no room for more. */
  get isPaused(): boolean {
    return this.#isOpen && this.#owner.room !== undefined
  }

  hasSpokenWithin(milliseconds: number): boolean {
    return this.#isOpen && Date.now() - this.#heardAt < milliseconds
  }

  close(): void {
    this.#exchange?.cancel()
    this.#settle?.refuse(new StreamRefused(this.#lastStatus))
  }

  /** A server that shows that it is alive, and then shows it no more, is not there: a dead network says nothing. */
  checkSilence(longest: number): void {
    const isSilent = this.#isOpen && Date.now() - this.#heardAt > longest
    if (isSilent && this.#reader?.hasComments && this.#owner.room === undefined) this.#exchange?.cancel()
  }

  async #run(): Promise<void> {
    for (let attempt = 0; !this.#owner.lifespan.isOver; ) {
      const outcome = await this.#listen()
      if (outcome === 'over' || this.#owner.lifespan.isOver) return
      // Not at once even then: a server that ends each of its streams would be asked without a pause.
      attempt = outcome === 'heard' ? 1 : attempt + 1
      if (attempt > MOST_TRIES) return this.#giveUp()
      await this.#owner.lifespan.pause(this.#wait ?? Math.max(backOff(attempt), this.#retry ?? 0))
      this.#wait = undefined
    }
  }

  async #listen(): Promise<'heard' | 'missed' | 'over'> {
    const { endpoint, connection } = this.#owner
    const headers = connection.headers(this.session)
    const after = this.#after ?? connection.beginning(this.session)
    try {
      this.#exchange = endpoint.listen(after === undefined ? headers : { ...headers, 'last-event-id': after })
      const stream = await this.#exchange.reply
      const verdict = verdictOnStream(stream, this.session !== undefined)
      if (verdict === 'accepted') return await this.#read(stream)
      this.#exchange.cancel()
      return this.#turnedAway(verdict, stream)
    } catch (error) {
      if (!(error instanceof HttpFailure && error.isFinal)) return 'missed'
      this.#owner.lose(new LinkLost('refused', error.message, { cause: error }))
      return 'over'
    }
  }

  async #read(stream: HttpStream): Promise<'heard' | 'missed' | 'over'> {
    const { connection, messageBytes, lifespan } = this.#owner
    let hasHeard = false
    const reader = new EventReader(messageBytes, (data, id) => {
      hasHeard = true
      this.#owner.take(this, data, id)
    })
    this.#reader = reader
    this.#opened()
    const openedAt = Date.now()
    try {
      for await (const chunk of stream.chunks) {
        this.#heardAt = Date.now()
        reader.push(chunk)
        if (reader.lastEventId !== '') this.#goOnAfter(reader.lastEventId)
        const { room } = this.#owner
        if (room === undefined) continue
        await room
        // While we did not listen, nobody was silent.
        this.#heardAt = Date.now()
      }
    } catch {
      // A stream that breaks and one that ends are the same: neither was asked to.
    }
    this.#isOpen = false
    this.#retry = reader.retry ?? this.#retry
    if (lifespan.isOver) return 'over'
    const wasSound = hasHeard || Date.now() - openedAt > SOUND_MILLISECONDS
    if (connection.isNumbered) return wasSound ? 'heard' : 'missed'
    this.#owner.lose(
      new LinkLost('dropped', 'a stream broke, and this server cannot tell again what was on it'),
    )
    return 'over'
  }

  #goOnAfter(id: string): void {
    this.#after = id
    this.#owner.connection.hasEvent(id)
  }

  #opened(): void {
    this.#isOpen = true
    this.#isReady = true
    this.#heardAt = Date.now()
    this.#settle?.open()
  }

  #turnedAway(verdict: 'again' | 'failed' | 'forgotten' | 'refused', head: HttpStream): 'missed' | 'over' {
    // A server that was started anew knows neither the connection nor its sessions: the connection's own stream tells.
    if (verdict === 'failed' && head.status === 404 && !this.#owner.isAlive) return 'missed'
    this.#lastStatus = head.status
    if (verdict === 'again') {
      this.#wait = retryAfter(head)
      return 'missed'
    }
    if (verdict === 'failed') this.#owner.drop(this, head.status)
    else if (verdict === 'forgotten')
      this.#owner.lose(new LinkLost('forgotten', 'the server does not know this connection any more (404)'))
    else this.#owner.lose(new LinkLost('refused', refusalOf(head.status, this.#owner.endpoint.name)))
    this.#settle?.refuse(new StreamRefused(head.status))
    return 'over'
  }

  /** A session that was never heard costs its own messages; everything else is a matter of the network. */
  #giveUp(): void {
    const status = this.#lastStatus
    if (this.session !== undefined && !this.#isReady && status > 0 && status < 500)
      this.#owner.drop(this, status)
    else
      this.#owner.lose(
        new LinkLost('dropped', 'the server could not be reached any more', {
          ...(this.#wait === undefined ? {} : { retryAfter: this.#wait }),
        }),
      )
    this.#settle?.refuse(new StreamRefused(status))
  }
}
