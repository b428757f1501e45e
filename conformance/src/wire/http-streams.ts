/** The streams of a connection over HTTP: its own and one for each session, each opened once. */

import type { IncomingMessage } from 'node:http'
import type { CarriedAnswer } from './carried.js'
import { EventCutter } from './event-cutter.js'
import { askHead, textOf } from './http-request.js'
import type { RemoteAddress } from './remote-address.js'

export interface StreamUser {
  readonly address: RemoteAddress
  /** What names the connection, and cookies. */
  headers(session: string | undefined): Readonly<Record<string, string>>
  answered(answer: CarriedAnswer): void
  event(stream: string | undefined, data: Uint8Array): void
  ended(stream: string | undefined): void
}

const OK = 200
const MOST_EVENT_BYTES = 64 * 1024 * 1024

export class HttpStreams {
  readonly #user: StreamUser
  readonly #open = new Map<string | undefined, Promise<boolean>>()
  readonly #bodies = new Set<IncomingMessage>()
  #isClosed = false

  constructor(user: StreamUser) {
    this.#user = user
  }

  /** Resolves when it is open, with false where the server does not want to. */
  async open(session: string | undefined): Promise<boolean> {
    const known = this.#open.get(session)
    if (known !== undefined) return known
    const opening = this.#ask(session).catch(() => false)
    this.#open.set(session, opening)
    const isOpen = await opening
    if (!isOpen) this.#open.delete(session)
    return isOpen
  }

  close(): void {
    this.#isClosed = true
    for (const body of this.#bodies) body.destroy()
  }

  async #ask(session: string | undefined): Promise<boolean> {
    if (this.#isClosed) return false
    const headers = { ...this.#user.headers(session), accept: 'text/event-stream' }
    const head = await askHead(this.#user.address, { verb: 'GET', headers })
    const isStream = head.status === OK
    const text = isStream ? '' : await textOf(head.body)
    const { status } = head
    this.#user.answered({
      is: 'answer',
      verb: 'GET',
      method: undefined,
      session,
      status,
      headers: head.headers,
      text,
    })
    if (isStream) this.#read(session, head.body)
    return isStream
  }

  #read(session: string | undefined, body: IncomingMessage): void {
    const cutter = new EventCutter()
    this.#bodies.add(body)
    if (this.#isClosed) body.destroy()
    body.on('data', (chunk: Uint8Array) => {
      for (const data of cutter.push(chunk)) this.#user.event(session, data)
      if (cutter.held > MOST_EVENT_BYTES) body.destroy()
    })
    body.on('close', () => {
      this.#bodies.delete(body)
      this.#open.delete(session)
      this.#user.ended(session)
    })
  }
}
