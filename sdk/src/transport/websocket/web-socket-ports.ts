/** Sockets become ports: the first message of each says whether it begins a connection or goes on with one. */

import { utf8Length } from '../../jsonrpc/encode.js'
import { decode, type Limits, withDefaults } from '../../jsonrpc/index.js'
import { within } from '../../jsonrpc/waiting.js'
import { asksDelivery } from '../remote/delivery-mark.js'
import { onRevoked } from '../remote/revocation.js'
import { isOpening } from '../remote/routing.js'
import { type Caller, type Serving, ServingRefused, UNPROVEN } from '../remote/serving.js'
import { notFoundText, positionsIn, readResume } from './resumption.js'
import { TextSocket } from './text-socket.js'
import { closeCodes, type WebSocketLike } from './web-socket.js'
import { WebSocketPort } from './web-socket-port.js'

/** How sockets are served. */
export interface WebSocketPortOptions {
  readonly limits?: Partial<Limits> | undefined
  /** Milliseconds within which a socket must say how it begins: 10 seconds unless said otherwise. */
  readonly openingMilliseconds?: number | undefined
  /** Milliseconds that a connection waits for its client to come back, if it can: 10 minutes unless said otherwise. */
  readonly keepMilliseconds?: number | undefined
  /** How many connections may wait for their clients; of more the oldest ends. 1,000 unless said otherwise. */
  readonly mostKept?: number | undefined
  /** Milliseconds that what is owed may take when the server shuts down: 10 seconds unless said otherwise. */
  readonly drainMilliseconds?: number | undefined
  /** Is told what went wrong on this side when a client could not be served: the client is told nothing of it. */
  readonly onFailed?: ((error: unknown) => void) | undefined
}

/** A socket that was let in, and whose it is. */
export interface AcceptedSocket<WhoCalls extends Caller> {
  readonly socket: WebSocketLike
  readonly caller: WhoCalls
  /** The name of the connection, if the socket begins one; made up where there is none. */
  readonly connectionId?: string | undefined
}

/** The sockets of one endpoint, and the connections that they carry. */
export interface WebSocketPorts<WhoCalls extends Caller = Caller> {
  /** Serves this one. What is returned ends it: with a code, and a word for whoever is at the other end. */
  accept(accepted: AcceptedSocket<WhoCalls>): (code: number, reason: string) => void
  /** Hears nobody any more, lets what is owed be told, and ends all connections with the code of a server that leaves. */
  close(): Promise<void>
}

const OPENING_MILLISECONDS = 10_000
const KEEP_MILLISECONDS = 10 * 60_000
const MOST_KEPT = 1_000
const DRAIN_MILLISECONDS = 10_000
const LONGEST_REASON = 40

/** Serves whoever comes over a socket. */
export function webSocketPorts<WhoCalls extends Caller>(
  serving: Serving<WhoCalls>,
  options: WebSocketPortOptions = {},
): WebSocketPorts<WhoCalls> {
  return new Ports(serving, options)
}

/** A name that cannot be guessed: 128 random bits. */
export function newConnectionId(): string {
  return globalThis.crypto.randomUUID()
}

class Ports<WhoCalls extends Caller> implements WebSocketPorts<WhoCalls> {
  readonly #serving: Serving<WhoCalls>
  readonly #limits: Limits
  readonly #options: WebSocketPortOptions
  readonly #ports = new Map<string, WebSocketPort>()
  /** Those without a socket, the one that has waited longest first. */
  readonly #kept = new Set<WebSocketPort>()
  readonly #newcomers = new Set<TextSocket>()
  #isClosed = false

  constructor(serving: Serving<WhoCalls>, options: WebSocketPortOptions) {
    this.#serving = serving
    this.#limits = withDefaults(options.limits)
    this.#options = options
  }

  accept(accepted: AcceptedSocket<WhoCalls>): (code: number, reason: string) => void {
    let unwatch = (): void => {}
    const forget = (): void => {
      accepted.caller.settled?.()
      clearTimeout(timer)
      unwatch()
      this.#newcomers.delete(socket)
    }
    const socket = new TextSocket(accepted.socket, this.#limits, {
      text: text => {
        forget()
        this.#welcome(socket, text, accepted)
      },
      over: forget,
    })
    const revoke = (): void => void socket.close(closeCodes.limit, 'revoked')
    const late = (): void => void socket.close(closeCodes.limit, 'nothing was said')
    const timer = setTimeout(late, this.#options.openingMilliseconds ?? OPENING_MILLISECONDS)
    this.#newcomers.add(socket)
    unwatch = onRevoked(accepted.caller.revoked, revoke)
    if (this.#isClosed) void socket.close(closeCodes.leaving, 'shutdown')
    return (code, reason) => void socket.close(code, reason)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const leaves = [...this.#newcomers].map(socket => socket.close(closeCodes.leaving, 'shutdown'))
    const drained = [...this.#ports.values()].map(port => port.drain())
    await within(this.#options.drainMilliseconds ?? DRAIN_MILLISECONDS, Promise.all(drained))
    const ends = [...this.#ports.values()].map(port => port.end(closeCodes.leaving, 'shutdown'))
    await Promise.all([...ends, ...leaves])
  }

  #welcome(socket: TextSocket, text: string, accepted: AcceptedSocket<WhoCalls>): void {
    const message = decode(text, this.#limits)
    if (accepted.caller.proves?.(message) === false)
      return void socket.close(closeCodes.limit, UNPROVEN.reason)
    const resume = readResume(message)
    if (resume === undefined) return this.#begin(socket, { message, size: utf8Length(text) }, accepted)
    const port = this.#ports.get(resume.connectionId)
    // For another principal it does not exist.
    if (port === undefined || port.principal !== accepted.caller.principal) {
      void socket.send(notFoundText(resume.id))
      void socket.close(closeCodes.normal, 'connection_not_found')
      return
    }
    this.#kept.delete(port)
    port.resume(socket, accepted.caller, resume)
  }

  #begin(
    socket: TextSocket,
    { message, size }: { readonly message: unknown; readonly size: number },
    { caller, connectionId }: AcceptedSocket<WhoCalls>,
  ): void {
    if (!isOpening(message)) return void socket.close(closeCodes.protocol, 'initialize comes first')
    const port = new WebSocketPort(connectionId ?? newConnectionId(), caller, {
      limits: this.#limits,
      keepMilliseconds: this.#options.keepMilliseconds ?? KEEP_MILLISECONDS,
      isResumable: asksDelivery(message),
      left: (left, isOver) => this.#keep(left, isOver),
    })
    this.#ports.set(port.id, port)
    port.receive(message, size)
    try {
      this.#serving.serve(port, caller)
      port.begin(socket, caller, positionsIn(message.params))
    } catch (error) {
      const isRefused = error instanceof ServingRefused
      if (!isRefused) this.#options.onFailed?.(error)
      void port.end(closeCodes.internal)
      // Nobody will read it.
      void port.incoming.return()
      if (isRefused) void socket.close(closeCodes.limit, error.refusal.reason.slice(0, LONGEST_REASON))
      else void socket.close(closeCodes.internal, 'internal')
    }
  }

  #keep(port: WebSocketPort, isOver: boolean): void {
    this.#kept.delete(port)
    if (isOver) this.#ports.delete(port.id)
    else this.#kept.add(port)
    if (this.#kept.size <= (this.#options.mostKept ?? MOST_KEPT)) return
    for (const oldest of this.#kept) return void oldest.end(closeCodes.limit)
  }
}
