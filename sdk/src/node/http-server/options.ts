/** What serving over HTTP takes, and what it gives. */

import type { Server } from 'node:http'
import type { Http2SecureServer } from 'node:http2'
import type { SecureContextOptions } from 'node:tls'
import type { PlaceOf, TurnedAway } from './doorway.js'
import type { NodeRequest, NodeResponse } from './node-exchange.js'

/** Where to listen. */
export interface ServeHttpOptions {
  /** The address to listen on; without it 127.0.0.1, where only this machine can connect. */
  readonly host?: string | undefined
  /** The port; 0, as without it, is one that is free. */
  readonly port?: number | undefined
  /** The certificate and its key. With them HTTP/2 is spoken, and HTTP/1.1 with clients that know no other. */
  readonly tls?: SecureContextOptions | undefined
  /**
   * Where somebody comes from, by their address: connections of one place wait for each other, and are hung up on where too many
   * wait. Nothing is for those who need not wait, such as a proxy of one's own. Without it each address is a place.
   */
  readonly placeOf?: PlaceOf | undefined
  /** Told of everybody who is hung up on because too many wait or are here; they get no answer. */
  readonly onTurnedAway?: ((address: string | undefined, why: TurnedAway) => void) | undefined
  /** Answers what is not the endpoint's, before it is asked; false leaves the request to the endpoint. */
  readonly pages?: ((request: NodeRequest, response: NodeResponse) => boolean) | undefined
  /** Listens without encryption where others can listen, too: everybody on the way reads every token and every word. */
  readonly DANGEROUS_allowPlainText?: boolean | undefined
}

/** A server that listens. */
export interface HttpServer {
  /** Without a path. */
  readonly url: string
  readonly address: string
  readonly port: number
  /**
   * The server of Node, for those who want to take upgrades. It gets its connections from another one that listens, so it has no
   * address of its own, and what it says of how many there may be counts for nothing.
   */
  readonly server: Server | Http2SecureServer
  /** Takes no more requests, lets work in flight finish, and ends every connection. */
  close(): Promise<void>
}
