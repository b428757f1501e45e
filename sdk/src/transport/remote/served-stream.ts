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

/** What must have been told in another stream before a message may be told in its own. */
interface Precedence {
  readonly stream: ServedStream
  readonly place: number
}

export class ServedStream {
  readonly session: string | undefined
  readonly log: StreamLog
  readonly #terms: StreamTerms
  #outlet: Outlet | undefined
  #isHeld = false
  #room: ReturnType<typeof openable> | undefined
  #drained: ReturnType<typeof openable> | undefined
  // Kept with what was told, because a client that comes back may have to be told both again. Few messages have one.
  #precedences: Map<number, Precedence> | undefined
  #awaited: { readonly place: number; readonly open: () => void } | undefined
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

  /** The same for what must not be told before all that there is in another stream by now. */
  pushBehind(stream: ServedStream, text: string): Promise<void> | undefined {
    if (stream.log.last >= stream.log.first) this.#precede({ stream, place: stream.log.last })
    return this.push(text)
  }

  /** Tells the rest to this outlet; false where it cannot be known what the rest is. */
  listen(outlet: Outlet, after: string | undefined): boolean {
    if (after !== undefined && !this.log.seek(after)) {
      const { session } = this
      if (session === undefined) return false
      this.log.restart(last => resetText(session, last), after)
    }
    this.#outlet?.close()
    this.#outlet = outlet
    this.#isHeld = false
    const leave = (): void => this.#leave(outlet)
    outlet.closed.then(leave, leave)
    this.#tell(outlet)
    return true
  }

  /** Resolves when everything was handed to whoever listens: now, or when somebody comes. */
  drained(): Promise<void> | undefined {
    if (this.log.waitingBytes === 0) return undefined
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
      const preceding = this.#preceding()
      if (preceding !== undefined) {
        this.#hold(outlet, preceding)
        break
      }
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

  #precede(precedence: Precedence): void {
    this.#precedences ??= new Map()
    for (const place of this.#precedences.keys()) if (place < this.log.first) this.#precedences.delete(place)
    this.#precedences.set(this.log.last + 1, precedence)
  }

  /** Waits for what must be told before the message at the cursor; nothing where nothing must. */
  #preceding(): Promise<void> | undefined {
    const precedence = this.#precedences?.get(this.log.place)
    return precedence === undefined ? undefined : precedence.stream.#toldUpTo(precedence.place)
  }

  /** Only one stream waits for others, and for one at a time. */
  #toldUpTo(place: number): Promise<void> | undefined {
    if (this.log.place > place) return undefined
    const { promise, open } = openable()
    this.#awaited = { place, open }
    return promise
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
    if (this.#awaited === undefined || this.log.place <= this.#awaited.place) return
    this.#awaited.open()
    this.#awaited = undefined
  }

  #openRoom(): void {
    this.#room?.open()
    this.#room = undefined
  }

  #leave(outlet: Outlet): void {
    if (this.#outlet !== outlet) return
    this.#outlet = undefined
    this.#isHeld = false
  }
}

function resetText(sessionId: string, event: string): string {
  return JSON.stringify({ jsonrpc: '2.0', method: RESET_METHOD, params: { sessionId, event } })
}
