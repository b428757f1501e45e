/** What is asked of a WebSocket object: what those of browsers, of Node and of the package `ws` have in common. */

/** As much of an event as is read; which members are there depends on its kind. */
export interface WebSocketEvent {
  readonly type?: unknown
  /** Of a `message`. */
  readonly data?: unknown
  /** Of a `close`. */
  readonly code?: unknown
  /** Of a `close`, where the peer gave one. */
  readonly reason?: unknown
  /** Of an `error`, where the object tells. */
  readonly error?: unknown
}

/** A WebSocket object, whoever made it. It may still be connecting. */
export interface WebSocketLike {
  readonly readyState: number
  /** Bytes that were given to `send` and are not on their way yet. */
  readonly bufferedAmount: number
  binaryType: string
  send(text: string): void
  close(code?: number, reason?: string): void
  addEventListener(
    type: 'open' | 'message' | 'close' | 'error',
    listener: (event: WebSocketEvent) => void,
  ): void
  /** Where the object can stop reading: a slow reader then slows the peer down. */
  pause?(): void
  resume?(): void
  /** Where the object can tell when `bufferedAmount` has become small. Else it is looked at again and again. */
  onceDrained?(act: () => void): void
  /** Where the object wants to know that a message was whole and has been heard. */
  heard?(): void
  /** Where the object can be ended without the peer's consent. */
  terminate?(): void
}

/** `readyState` of an object that waits for its handshake. */
export const CONNECTING = 0

/** `readyState` of an object that can send. */
export const OPEN = 1

/** What a server says at the end of a socket whose token was taken back. */
export const REVOKED = 'revoked'

/** The codes with which a socket is closed. */
export const closeCodes = {
  normal: 1000,
  /** The server shuts down: come again later. */
  leaving: 1001,
  protocol: 1002,
  /** Nobody closed it: the network broke. */
  broken: 1006,
  /** A limit was reached, or the caller may no longer be here. */
  limit: 1008,
  tooLarge: 1009,
  internal: 1011,
} as const
