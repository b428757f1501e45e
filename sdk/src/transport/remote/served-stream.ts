/** One stream of a connection as its server keeps it: a log, and an outlet while somebody listens. */

import { openable } from '../../jsonrpc/waiting.js'
import { RESET_METHOD } from '../../protocol/remote.js'
import type { Outlet } from './port.js'
import { type Retention, StreamLog } from './stream-log.js'

/** What all streams of a connection have in common. */
export interface StreamTerms {
  retention: Retention
  /** Whether what is told gets a number. */
  readonly isNumbered: boolean
  /** Bytes that may wait to be told before their author is asked to wait. */
  readonly roomBytes: number
  /** Called when more waits than that; `room` opens when half of it does. */
  readonly onFull: (stream: ServedStream, room: Promise<void>) => void
}

export class ServedStream {
  readonly session: string | undefined
  readonly log: StreamLog
  readonly #terms: StreamTerms
  #outlet: Outlet | undefined
  #isHeld = false
  #room: ReturnType<typeof openable> | undefined
  #drained: ReturnType<typeof openable> | undefined
  /** Counts what was sent: who compares two moments knows whether anything went out between them. */
  progress = 0

  constructor(session: string | undefined, terms: StreamTerms) {
    this.session = session
    this.#terms = terms
    this.log = new StreamLog(terms)
  }

  get hasListener(): boolean {
    return this.#outlet !== undefined
  }

  get isFull(): boolean {
    return this.log.waitingBytes > this.#terms.roomBytes
  }

  push(text: string): Promise<void> | undefined {
    this.log.append(text)
    if (this.#outlet !== undefined && !this.#isHeld) this.#tell(this.#outlet)
    if (!this.isFull) return undefined
    if (this.#room === undefined) {
      this.#room = openable()
      this.#terms.onFull(this, this.#room.promise)
    }
    return this.#room.promise
  }

  /** Tells the rest to this outlet; false where it cannot be known what the rest is. */
  listen(outlet: Outlet, after: string | undefined): boolean {
    if (after !== undefined && !this.log.seek(after)) {
      if (this.session === undefined) return false
      const message = { jsonrpc: '2.0', method: RESET_METHOD, params: { sessionId: this.session } }
      this.log.restart(JSON.stringify(message), after)
    }
    this.#outlet?.close()
    this.#outlet = outlet
    this.#isHeld = false
    const leave = (): void => this.#leave(outlet)
    outlet.closed.then(leave, leave)
    this.#tell(outlet)
    return true
  }

  /** Resolves when everything was handed to whoever listens, or nobody does. */
  drained(): Promise<void> | undefined {
    if (this.#outlet === undefined || this.log.waitingBytes === 0) return undefined
    this.#drained ??= openable()
    return this.#drained.promise
  }

  /** Nothing more will be told. */
  end(): void {
    this.#outlet?.close()
    this.#openRoom()
    this.#drained?.open()
  }

  #tell(outlet: Outlet): void {
    const { log, progress } = this
    for (let text = log.next; text !== undefined; text = log.next) {
      const id = this.#terms.isNumbered ? log.nextId : undefined
      log.advance()
      this.progress++
      const room = outlet.write(text, id)
      if (room !== undefined) {
        this.#hold(outlet, room)
        break
      }
    }
    if (this.progress !== progress) this.#afterTelling()
  }

  #hold(outlet: Outlet, room: Promise<void>): void {
    this.#isHeld = true
    const goOn = (): void => {
      if (this.#outlet !== outlet) return
      this.#isHeld = false
      this.#tell(outlet)
    }
    room.then(goOn, () => this.#leave(outlet))
  }

  #afterTelling(): void {
    if (this.#room !== undefined && this.log.waitingBytes <= this.#terms.roomBytes / 2) this.#openRoom()
    if (this.#drained !== undefined && this.log.waitingBytes === 0) this.#drained.open()
  }

  #openRoom(): void {
    this.#room?.open()
    this.#room = undefined
  }

  #leave(outlet: Outlet): void {
    if (this.#outlet !== outlet) return
    this.#outlet = undefined
    this.#isHeld = false
    this.#drained?.open()
    this.#drained = undefined
  }
}
