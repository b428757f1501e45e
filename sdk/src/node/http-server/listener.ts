/** A server of Node that is safe to leave alone: bounded headers, times and streams, and encrypted wherever others can listen. */

import { createServer, Server } from 'node:http'
import { createSecureServer, type Http2SecureServer, type Http2Session } from 'node:http2'
import { type AddressInfo, isIP, type Socket } from 'node:net'
import { after } from '../deadline.js'
import { reachOf } from '../network-address.js'
import { Doorway } from './doorway.js'
import type { RequestHandler } from './mount.js'
import type { HttpServer, ServeHttpOptions } from './options.js'
import { RequestLine } from './request-line.js'
import { guardSession } from './session-guard.js'

const HEADER_BYTES = 16 * 1024
const HEADERS_MILLISECONDS = 10_000
const REQUEST_MILLISECONDS = 60_000
const CHECK_MILLISECONDS = 2_000
const KEEP_ALIVE_MILLISECONDS = 20_000
const MOST_STREAMS = 100
const FAREWELL_MILLISECONDS = 1_000

// To let one in takes a fifth of this, and to agree upon a secret with a key of 4,096 bits most of it.
const EACH_MILLISECONDS = 2
const EACH_SECRET_MILLISECONDS = 10

// Longer than a proxy keeps a socket that it does not use: else it would now and then send a request into a closed one.
const UNUSED_MILLISECONDS = 65_000

// Whom the system finds no room for asks again after a second. But it keeps them in one line, whatever place they are from, and
// one is met in each turn of the event loop: of more than a thousand the last would wait longer than that.
const BACKLOG = 1_024

const TIMES = {
  headersTimeout: HEADERS_MILLISECONDS,
  requestTimeout: REQUEST_MILLISECONDS,
  keepAliveTimeout: UNUSED_MILLISECONDS,
  connectionsCheckingInterval: CHECK_MILLISECONDS,
}

// What an owner may ask for beyond the least that is allowed.
const STRICTER: Readonly<Record<string, 'TLSv1.3'>> = { 'TLSv1.3': 'TLSv1.3' }

/** Who is listened for. */
interface Mounted {
  readonly handler: RequestHandler
  close(): Promise<void>
}

export async function listen(mounted: Mounted, options: ServeHttpOptions): Promise<HttpServer> {
  const host = options.host ?? '127.0.0.1'
  const isPlain = options.tls === undefined
  if (isPlain && !isLoopback(host) && options.DANGEROUS_allowPlainText !== true)
    throw new Error(
      `${host} can be reached by others: give a certificate (tls), or listen on 127.0.0.1 behind whoever has one`,
    )
  const line = new RequestLine(mounted.handler)
  const server = options.tls === undefined ? plainServer(line.take) : secureServer(line.take, options.tls)
  server.on(isPlain ? 'connection' : 'secureConnection', line.meet)
  const doorway = new Doorway({
    enter: socket => enter(server, socket),
    ...{ placeOf: options.placeOf, onTurnedAway: options.onTurnedAway, allowHalfOpen: isPlain },
    eachMilliseconds: isPlain ? EACH_MILLISECONDS : EACH_SECRET_MILLISECONDS,
  })
  const guests = new Guests(server, doorway)
  await new Promise<void>((resolve, reject) => {
    doorway.server.once('error', reject)
    doorway.server.listen({ host, port: options.port ?? 0, backlog: BACKLOG }, () => {
      doorway.server.off('error', reject)
      // By this node:http begins to look whose time is over; nobody else is told.
      server.emit('listening')
      resolve()
    })
  })
  const { address, port } = doorway.server.address() as AddressInfo
  const name = address.includes(':') ? `[${address}]` : address
  const url = `${isPlain ? 'http' : 'https'}://${name}:${port}`
  return { url, address, port, server, close: () => guests.farewell(() => mounted.close()) }
}

/** As if the server had listened itself. What it wraps in TLS it reads by itself. */
function enter(server: Server | Http2SecureServer, socket: Socket): void {
  socket.setNoDelay(true)
  server.emit('connection', socket)
  if (server instanceof Server) socket.resume()
}

/** By the address itself: a name may lead anywhere tomorrow, and `127.evil.example` is no address. */
function isLoopback(host: string): boolean {
  return isIP(host) !== 0 && reachOf(host) === 'loopback'
}

function plainServer(handler: RequestHandler): Server {
  return createServer({ ...TIMES, maxHeaderSize: HEADER_BYTES }, handler)
}

function secureServer(handler: RequestHandler, tls: NonNullable<ServeHttpOptions['tls']>): Http2SecureServer {
  const server = createSecureServer(
    {
      ...tls,
      minVersion: STRICTER[tls.minVersion ?? ''] ?? 'TLSv1.2',
      allowHTTP1: true,
      handshakeTimeout: HEADERS_MILLISECONDS,
      maxHeaderListPairs: 100,
      settings: { maxConcurrentStreams: MOST_STREAMS, maxHeaderListSize: HEADER_BYTES, enablePush: false },
    },
    handler,
  )
  // For those who speak HTTP/1.1 on the same port; the types do not know of them.
  Object.assign(server, TIMES)
  server.on('session', guardSession)
  return server
}

/** Everybody who is connected, so that a server that closes need not wait for those who stay. */
class Guests {
  readonly #server: Server | Http2SecureServer
  readonly #doorway: Doorway
  readonly #sockets = new Set<Socket>()
  readonly #sessions = new Set<Http2Session>()

  constructor(server: Server | Http2SecureServer, doorway: Doorway) {
    this.#server = server
    this.#doorway = doorway
    server.on('connection', (socket: Socket) => {
      socket.setKeepAlive(true, KEEP_ALIVE_MILLISECONDS)
      this.#sockets.add(socket)
      socket.once('close', () => this.#sockets.delete(socket))
    })
    server.on('session', (session: Http2Session) => {
      this.#sessions.add(session)
      session.once('close', () => this.#sessions.delete(session))
    })
  }

  async farewell(finish: () => Promise<void>): Promise<void> {
    const closed = this.#doorway.close()
    await finish()
    for (const session of this.#sessions) session.close()
    const timer = after(FAREWELL_MILLISECONDS, () => {
      for (const socket of this.#sockets) socket.destroy()
    })
    // It hangs up on those who are idle, and looks at nobody's time any more.
    this.#server.close()
    await closed
    clearTimeout(timer)
  }
}
