/** How sockets are opened and served in Node. */

import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ConnectionOptions } from 'node:tls'
import type { Limits } from '../../jsonrpc/index.js'
import type { RefusedRequest, WebSocketPortOptions } from '../../transport/index.js'

/** Where cookies are kept between one socket and the next: a server behind others may tell by them where to go. */
export interface CookieJar {
  /** What to send: `name=value; …`. */
  get(): string | undefined
  /** The `Set-Cookie` lines of an answer. */
  set(lines: readonly string[]): void
}

/** How to open a socket. */
export interface OpenWebSocketOptions {
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly cookies?: CookieJar | undefined
  /** What Node takes for a secure connection: certificates to trust, one's own certificate. */
  readonly tls?:
    | Pick<ConnectionOptions, 'ca' | 'cert' | 'key' | 'servername' | 'pfx' | 'passphrase'>
    | undefined
  readonly limits?: Pick<Partial<Limits>, 'messageBytes'> | undefined
  /** Milliseconds that opening may take: 10 seconds unless said otherwise. */
  readonly handshakeMilliseconds?: number | undefined
  /** Milliseconds between two questions whether the server is still there: 20 seconds unless said otherwise. */
  readonly pingMilliseconds?: number | undefined
  /** Lets `ws:` leave this machine: everybody on the way can read and change everything. */
  readonly DANGEROUS_allowPlainText?: boolean | undefined
}

/** How sockets are served. */
export interface WebSocketDoorOptions extends WebSocketPortOptions {
  /** Milliseconds between two questions whether a client is still there: 20 seconds unless said otherwise. */
  readonly pingMilliseconds?: number | undefined
  /** Is told of everybody who was not let in, for the server's own records. */
  readonly onRefused?: ((refused: RefusedRequest) => void) | undefined
}

/** Takes the sockets that a server of Node is asked for. */
export interface WebSocketDoor {
  /** For the event of that name. Which path may be asked for is decided before. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Lets nobody in any more, tells everybody that the server leaves, and waits until they have heard what was said. */
  close(): Promise<void>
}
