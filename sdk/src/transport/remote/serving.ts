/** What a server of remote clients is told by whoever runs it: who may come, and who answers them. */

import type { Port } from './port.js'

/** A request before anything was done for it: what can be known without reading its body. */
export interface Asking {
  /** In capitals; a socket that wants to be opened is a `GET` with `upgrade`. */
  readonly method: string
  /** Path and query, as sent. */
  readonly target: string
  /** Names in lower case. Several of one name come as one, joined by `, `; nothing where there is none. */
  header(name: string): string | undefined
  /** The address at the other end of the connection, as far as it is known. */
  readonly address: string | undefined
  /** The port there: with the address it tells connections apart. */
  readonly port?: number | undefined
  readonly isEncrypted: boolean
  readonly wantsSocket: boolean
}

/**
 * What is on its way from a caller: bytes of messages that are not whole yet, or wait to be read. Whoever runs the server
 * says how much that may be, for one connection or for all that a caller has.
 */
export interface Freight {
  /**
   * So many bytes have come and are kept, of a message of which there are so many by now. False: that is too much; the
   * caller is told so, and all of it is let go.
   */
  came(bytes: number, ofMessage: number): boolean
  /**
   * Asked behind every piece of a message. Nothing: the next one may come. Else it is read when `go` is called, which is the
   * same for all of a message, and what is returned says that nobody waits for that any more.
   */
  pace?(ofMessage: number, go: () => void): (() => void) | undefined
  /** The milliseconds after which whoever was told that it was too much may come again; absent: nobody knows. */
  readonly debt?: number | undefined
  /** How many messages on sockets are read in one turn of the event loop; absent: as many as come. */
  readonly turns?: Turns | undefined
  /** So many wait to be read, whole. */
  keep(bytes: number): void
  /** So many are here no more. */
  gone(bytes: number): void
}

/** What one caller may have of a turn of the event loop, on all of its connections together. */
export interface Turns {
  /** Asked before each message, of which so many bytes have come. False: it is others' turn. */
  take(bytes: number): boolean
  /** `go` is called in another turn, when it may be asked again. What is returned says that nobody waits for that any more. */
  wait(go: () => void): () => void
}

/** Somebody who may come. Connections and sessions belong to one of them; for another one they do not exist. */
export interface Caller {
  readonly principal: string
  /** Aborted when this caller may no longer be here (its token was taken back): everything it holds open is closed. */
  readonly revoked?: AbortSignal | undefined
  /** Where what it sends is counted. */
  readonly freight?: Freight | undefined
  /**
   * Asked with the first message of a connection, and of each socket that goes on with one, where what it came with is not enough:
   * false, and nothing is answered but that it may not come.
   */
  readonly proves?: ((first: unknown) => boolean) | undefined
  /** Called when the socket that it was let in with has said how it begins, or has closed before; maybe more than once. */
  readonly settled?: (() => void) | undefined
}

/** Somebody who may not, and what they are told. */
export interface Refusal {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** One word, such as `unauthorized`: all that a stranger gets to know. */
  readonly reason: string
  /** What the log calls this refusal, told with the reason; who answers makes one up where there is none. */
  readonly correlationId?: string | undefined
}

/** What somebody is told whose first message does not prove what it must. */
export const UNPROVEN: Refusal = { status: 403, reason: 'proof_required' }

/** The status of somebody who does too much. */
export const TOO_MUCH = 429

/** Thrown by whoever serves, for somebody who may come and cannot be served now: the client is told no more than this. */
export class ServingRefused extends Error {
  override readonly name = 'ServingRefused'
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.reason)
    this.refusal = refusal
  }
}

/** How an endpoint is served. `WhoCalls` is whatever its owner wants to know of a caller. */
export interface Serving<WhoCalls extends Caller = Caller> {
  /** Asked before any work is done for a request. Absent: everybody may come, as the principal ''. */
  authorize?(asking: Asking): Promise<WhoCalls | Refusal> | WhoCalls | Refusal
  /**
   * A new connection, its opening in `port.incoming` already. Sets `port.onListen` before it returns, or throws a
   * `ServingRefused`.
   */
  serve(port: Port, caller: WhoCalls): void
  /** Whether a session that this connection has not opened is there to be loaded; else it is answered 404. */
  knowsSession?(sessionId: string, caller: WhoCalls): Promise<boolean> | boolean
}
