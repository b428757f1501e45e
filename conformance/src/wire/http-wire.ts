/** An agent behind Streamable HTTP as a raw wire: each line is a POST, every stream is read, and every answer is evidence. */

import { setTimeout as pause } from 'node:timers/promises'
import type { Carried, CarriedAnswer } from './carried.js'
import { askWhole, type HttpAnswer } from './http-request.js'
import { HttpStreams } from './http-streams.js'
import { LineCutter } from './line-cutter.js'
import { LineQueue } from './line-queue.js'
import { messageFacts, SessionNotes } from './message-facts.js'
import type { RemoteAddress } from './remote-address.js'
import type { Line, Variant, Wire } from './wire.js'

const REFUSED = 400
const LATER_TRIES = 10
const LATER_MILLISECONDS = 100
const PIECE_BYTES = 3
const MOST_PIECES = 200
const SLOW_MILLISECONDS = 25
const CLOSE_MILLISECONDS = 2_000
const OPENING = 'initialize'

/** Nothing is asked before the first line. */
export function openHttpWire(address: RemoteAddress, variant: Variant): Wire {
  return new HttpWire(address, variant)
}

class HttpWire implements Wire {
  readonly carried: Carried[] = []
  readonly ended: Promise<string>
  readonly #address: RemoteAddress
  readonly #variant: Variant
  readonly #cutter = new LineCutter()
  readonly #queue = new LineQueue()
  readonly #notes = new SessionNotes()
  readonly #cookies = new Map<string, string>()
  readonly #streams: HttpStreams
  #finish: (how: string) => void = () => {}
  #tell: (text: string) => void = () => {}
  #connection: string | undefined
  #posted: Promise<void> = Promise.resolve()
  #isLeft = false

  constructor(address: RemoteAddress, variant: Variant) {
    this.#address = address
    this.#variant = variant
    this.ended = new Promise(resolve => {
      this.#finish = how => {
        this.#queue.end()
        resolve(how)
      }
    })
    this.#streams = new HttpStreams({
      address,
      headers: session => this.#headers(session),
      answered: answer => this.#note(answer),
      event: (stream, data) => this.#hear(stream, data),
      ended: stream => stream === undefined && this.#finish('the stream of the connection ended'),
    })
  }

  get lines(): AsyncIterable<Line> {
    return this.#queue
  }

  send(bytes: Uint8Array): void {
    for (const line of this.#cutter.push(bytes))
      if (line.length > 0) this.#posted = this.#posted.then(() => this.#deliver(line)).catch(this.#fail)
  }

  end(): void {
    void this.#posted.then(() => this.#leave())
  }

  /** Where requests were refused; a server has no stderr. */
  onStderr(listen: (text: string) => void): void {
    this.#tell = listen
  }

  async close(): Promise<void> {
    await Promise.race([this.#leave(), pause(CLOSE_MILLISECONDS, undefined, { ref: false })])
    this.#streams.close()
    this.#finish('left')
  }

  readonly #fail = (error: unknown): void =>
    this.#finish(`not reached: ${error instanceof Error ? error.message : String(error)}`)

  async #deliver(line: Uint8Array): Promise<void> {
    if (this.#isLeft) return
    const facts = messageFacts(line)
    const session = this.#notes.sessionOf(facts)
    const isHeard =
      session === undefined || this.#connection === undefined || (await this.#streams.open(session))
    const answer = await this.#post(line, facts.method, session)
    const isBegun = facts.method === OPENING && this.#connection === undefined && this.#begin(answer)
    // Messages are answered on streams; what comes here besides is heard as well.
    const said = Buffer.from(answer.text)
    if (messageFacts(said).isMessage) this.#take(said)
    if (isBegun && !(await this.#streams.open(undefined)))
      this.#finish('the stream of the connection was refused')
    if (this.#connection === undefined && answer.status >= REFUSED)
      this.#finish(`HTTP ${answer.status} before there was a connection`)
    if (!isHeard) void this.#listenLater(session)
  }

  async #post(
    line: Uint8Array,
    method: string | undefined,
    session: string | undefined,
  ): Promise<HttpAnswer> {
    const answer = await askWhole(this.#address, {
      verb: 'POST',
      headers: { ...this.#headers(session), 'content-type': 'application/json', accept: 'application/json' },
      body: line,
      ...this.#pieces(line.length),
    })
    this.#note({ is: 'answer', verb: 'POST', method, session, ...answer })
    if (answer.status >= REFUSED) this.#tell(`HTTP ${answer.status} to POST ${method ?? ''}\n`)
    return answer
  }

  /** Whether there is a connection now. */
  #begin({ status, headers }: HttpAnswer): boolean {
    const id = headers['acp-connection-id']
    if (status >= REFUSED || typeof id !== 'string') return false
    this.#connection = id
    return true
  }

  /** The stream of a session that is only there once the message was taken in. */
  async #listenLater(session: string | undefined): Promise<void> {
    for (let tries = 0; tries < LATER_TRIES && !this.#isLeft; tries++) {
      if (await this.#streams.open(session)) return
      await pause(LATER_MILLISECONDS)
    }
  }

  #hear(stream: string | undefined, data: Uint8Array): void {
    this.carried.push({ is: 'event', stream, data: Buffer.from(data).toString('utf8') })
    this.#take(data)
  }

  #take(data: Uint8Array): void {
    const opened = this.#notes.heard(messageFacts(data))
    if (opened !== undefined) void this.#streams.open(opened)
    this.#queue.push(data)
  }

  #note(answer: CarriedAnswer): void {
    this.carried.push(answer)
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      const [name = '', value = ''] = (String(line).split(';', 1)[0] ?? '').split(/=(.*)/s)
      this.#cookies.set(name.trim(), value)
    }
  }

  #headers(session: string | undefined): Record<string, string> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    return {
      ...(this.#connection === undefined ? {} : { 'acp-connection-id': this.#connection }),
      ...(session === undefined ? {} : { 'acp-session-id': session }),
      ...(cookie === '' ? {} : { cookie }),
    }
  }

  #pieces(length: number): { pieceBytes?: number; pieceMilliseconds?: number } {
    if (this.#variant === 'plain') return {}
    if (this.#variant === 'slow')
      return { pieceBytes: Math.ceil(length / 2), pieceMilliseconds: SLOW_MILLISECONDS }
    return { pieceBytes: Math.max(PIECE_BYTES, Math.ceil(length / MOST_PIECES)) }
  }

  async #leave(): Promise<void> {
    if (this.#isLeft) return
    this.#isLeft = true
    if (this.#connection === undefined) return
    const headers = this.#headers(undefined)
    const answer = await askWhole(this.#address, { verb: 'DELETE', headers }).catch(() => undefined)
    if (answer !== undefined)
      this.#note({ is: 'answer', verb: 'DELETE', method: undefined, session: undefined, ...answer })
  }
}
