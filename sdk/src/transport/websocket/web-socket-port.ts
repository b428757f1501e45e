/**
 * One client's connection over sockets: over one, if that is all it can; over one after the other for a client that
 * takes numbers and comes back. Only the newest socket is heard, and only through it can anything be said.
 */

import { utf8Length } from '../../jsonrpc/encode.js'
import { decode, type Limits } from '../../jsonrpc/index.js'
import { openable } from '../../jsonrpc/waiting.js'
import { Arrivals } from '../framing.js'
import { BEGINNING } from '../remote/event-id.js'
import type { Listening, ListeningRefusal, Port } from '../remote/port.js'
import { onRevoked } from '../remote/revocation.js'
import type { Caller } from '../remote/serving.js'
import { Intake } from './intake.js'
import { type Positions, receivedText, resumedText } from './resumption.js'
import { SocketOutlet } from './socket-outlet.js'
import type { TextSocket } from './text-socket.js'
import { closeCodes } from './web-socket.js'

/** What ports have in common, and whom they tell of their end. */
export interface PortTerms {
  readonly limits: Limits
  /** Milliseconds that a connection waits for its client to come back. */
  readonly keepMilliseconds: number
  /** Called when it has lost its socket and waits, and again with true when it has ended. */
  readonly left: (port: WebSocketPort, isOver: boolean) => void
}

const CONFIRMED_MESSAGES = 32
const CONFIRM_MILLISECONDS = 1_000

export class WebSocketPort implements Port {
  readonly id: string
  readonly isResumable: boolean
  readonly incoming: Intake<Arrivals>
  readonly principal: string
  onListen: Port['onListen'] = () => 'unknown'
  readonly #terms: PortTerms
  readonly #outlets = new Map<string | undefined, SocketOutlet>()
  readonly #sessions = new Set<string>()
  #positions: Positions = new Map()
  #socket: TextSocket | undefined
  #received = 0
  #confirmed = 0
  #confirming: ReturnType<typeof setTimeout> | undefined
  #leaving: ReturnType<typeof setTimeout> | undefined
  #unwatch: (() => void) | undefined
  #isDraining = false
  #lostAt: number | undefined
  #isOver = false
  readonly #over = openable()

  constructor(
    id: string,
    { principal, freight }: Caller,
    terms: PortTerms & { readonly isResumable: boolean },
  ) {
    this.id = id
    this.principal = principal
    this.isResumable = terms.isResumable
    this.#terms = terms
    this.incoming = new Intake(() => new Arrivals(), freight)
  }

  /** The first socket: its opening was heard, and `onListen` is set. */
  begin(socket: TextSocket, caller: Caller, positions: Positions): void {
    this.#positions = positions
    this.#take(socket, caller)
    this.#listen(undefined, undefined)
    for (const session of new Set([...this.#sessions, ...positions.keys()]))
      if (session !== undefined) this.#listen(session, positions.get(session) ?? BEGINNING)
  }

  /** Another socket takes the place of the last one. */
  resume(
    socket: TextSocket,
    caller: Caller,
    { id, positions }: { id: string | number; positions: Positions },
  ): void {
    const last = this.#socket
    this.#release()
    void last?.close(closeCodes.limit, 'superseded')
    this.#positions = positions
    this.#take(socket, caller)
    void socket.send(resumedText(id, this.#received))
    this.#confirmed = this.#received
    // The connection's own stream last: some of its answers stand behind what is told in a session again.
    for (const session of new Set([...this.#sessions, ...positions.keys()]))
      if (session !== undefined) this.#listen(session, positions.get(session) ?? BEGINNING)
    this.#listen(undefined, positions.get(undefined) ?? BEGINNING)
  }

  announce(session: string): void {
    this.#sessions.add(session)
    if (!this.#outlets.has(session)) this.#listen(session, this.#positions.get(session))
  }

  /** What the client said, on whatever socket. */
  receive(message: unknown, size: number): void {
    if (this.incoming.isOver) return
    this.incoming.batch.add(message, size)
    this.incoming.filled(size)
    this.#received++
    // A socket that cannot be paused goes on filling what nobody reads.
    if (this.incoming.size > this.#terms.limits.undeliveredBytesAtMost)
      return void this.end(closeCodes.limit, 'too much is unread')
    if (!this.isResumable) return
    if (this.#received - this.#confirmed >= CONFIRMED_MESSAGES) this.#confirm()
    else this.#confirming ??= setTimeout(() => this.#confirm(), CONFIRM_MILLISECONDS)
  }

  get idleSince(): number | undefined {
    return this.#lostAt
  }

  get isClosed(): boolean {
    return this.#isOver
  }

  close(reason?: string, isFault = false): Promise<void> {
    const code = this.#isDraining ? closeCodes.leaving : closeCodes.normal
    return this.end(isFault ? closeCodes.limit : code, reason)
  }

  /** Hears nothing more; what is owed can be told until whoever serves it closes it. */
  drain(): Promise<void> {
    this.#isDraining = true
    this.incoming.end()
    // Nobody is there to be told, and nobody can come back.
    if (this.#socket === undefined) this.#finish()
    return this.#over.promise
  }

  /** Ends the connection; the socket, if there is one, is closed with this code. */
  end(code: number, reason?: string): Promise<void> {
    const socket = this.#socket
    this.#finish()
    return socket?.close(code, reason?.slice(0, LONGEST_REASON)) ?? Promise.resolve()
  }

  #take(socket: TextSocket, { revoked }: Caller): void {
    clearTimeout(this.#leaving)
    this.#lostAt = undefined
    this.#socket = socket
    this.incoming.tap = socket
    socket.user = {
      text: text => this.receive(decode(text, this.#terms.limits), utf8Length(text)),
      over: code => this.#lose(code),
    }
    this.#watch(revoked)
  }

  #watch(revoked: AbortSignal | undefined): void {
    this.#unwatch?.()
    const leave = (): void => void this.end(closeCodes.limit, 'revoked')
    this.#unwatch = onRevoked(revoked, leave)
  }

  #listen(session: string | undefined, after: string | undefined): void {
    if (this.#socket === undefined) return
    const outlet = new SocketOutlet(this.#socket, this.isResumable)
    this.#outlets.set(session, outlet)
    void this.#ask({ session, after, outlet })
  }

  async #ask(listening: Listening): Promise<void> {
    const { session, outlet } = listening
    let refusal: ListeningRefusal | undefined
    try {
      refusal = await this.onListen(listening)
    } catch {
      refusal = 'unknown'
    }
    if (refusal === undefined) return
    // It may be announced later.
    outlet.close()
    if (this.#outlets.get(session) === outlet) this.#outlets.delete(session)
  }

  #confirm(): void {
    clearTimeout(this.#confirming)
    this.#confirming = undefined
    if (this.#socket === undefined || this.#confirmed === this.#received) return
    this.#confirmed = this.#received
    void this.#socket.send(receivedText(this.#received))
  }

  /** The socket is gone. A client that took leave, or cannot come back, ends the connection. */
  #lose(code: number): void {
    this.#release()
    if (!this.isResumable || this.#isDraining || isFinal(code)) return this.#finish()
    const leaving = setTimeout(() => this.#finish(), this.#terms.keepMilliseconds)
    unref(leaving)
    this.#leaving = leaving
    this.#lostAt = Date.now()
    this.#terms.left(this, false)
  }

  #release(): void {
    if (this.#socket !== undefined) this.#socket.user = NOBODY
    this.#socket = undefined
    this.incoming.tap = undefined
    clearTimeout(this.#confirming)
    this.#confirming = undefined
    for (const outlet of this.#outlets.values()) outlet.close()
    this.#outlets.clear()
  }

  #finish(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#release()
    clearTimeout(this.#leaving)
    this.#unwatch?.()
    this.incoming.end()
    this.#over.open()
    this.#terms.left(this, true)
  }
}

const LONGEST_REASON = 40
const NOBODY = { text: () => {}, over: () => {} }
const FINAL: readonly number[] = [
  closeCodes.normal,
  closeCodes.protocol,
  closeCodes.limit,
  closeCodes.tooLarge,
  closeCodes.internal,
]

/** Whether somebody ended the connection with it, and not only the socket. */
function isFinal(code: number): boolean {
  return FINAL.includes(code)
}

/** Waiting for a client that may come back is no reason for a process to stay. */
function unref(timer: unknown): void {
  if (typeof timer === 'object' && timer !== null && 'unref' in timer && typeof timer.unref === 'function')
    timer.unref()
}
