/** A server of Node that is safe to leave alone: bounded headers, times and streams, and encrypted wherever others can listen. */

import { createServer, type Server } from 'node:http'
import { createSecureServer, type Http2SecureServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import type { HttpEndpoint } from '../../transport/index.js'
import { after } from '../deadline.js'
import { reachOf } from '../network-address.js'
import { httpHandler, type RequestHandler } from './mount.js'
import type { HttpServer, ServeHttpOptions } from './options.js'
import { guardResets } from './reset-guard.js'

const HEADER_BYTES = 16 * 1024
const HEADERS_MILLISECONDS = 10_000
const REQUEST_MILLISECONDS = 60_000
const CHECK_MILLISECONDS = 2_000
const KEEP_ALIVE_MILLISECONDS = 20_000
const MOST_STREAMS = 100
const FAREWELL_MILLISECONDS = 1_000

const TIMES = { headersTimeout: HEADERS_MILLISECONDS, requestTimeout: REQUEST_MILLISECONDS }

export async function listen(endpoint: HttpEndpoint, options: ServeHttpOptions): Promise<HttpServer> {
  const host = options.host ?? '127.0.0.1'
  const isPlain = options.tls === undefined
  if (isPlain && !isLoopback(host) && options.DANGEROUS_allowPlainHttp !== true)
    throw new Error(
      `${host} can be reached by others: give a certificate (tls), or listen on 127.0.0.1 behind whoever has one`,
    )
  const handler = httpHandler(endpoint)
  const server = options.tls === undefined ? plainServer(handler) : secureServer(handler, options.tls)
  server.on('connection', socket => socket.setKeepAlive(true, KEEP_ALIVE_MILLISECONDS))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port: options.port ?? 0 }, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const { address, port } = server.address() as AddressInfo
  const name = address.includes(':') ? `[${address}]` : address
  const url = `${isPlain ? 'http' : 'https'}://${name}:${port}`
  return { url, address, port, server, close: () => close(server, endpoint) }
}

/** By the address itself: a name may lead anywhere tomorrow, and `127.evil.example` is no address. */
function isLoopback(host: string): boolean {
  const { isIP } = process.getBuiltinModule('node:net')
  return isIP(host) !== 0 && reachOf(host) === 'loopback'
}

function plainServer(handler: RequestHandler): Server {
  return createServer(
    { ...TIMES, maxHeaderSize: HEADER_BYTES, connectionsCheckingInterval: CHECK_MILLISECONDS, noDelay: true },
    handler,
  )
}

function secureServer(handler: RequestHandler, tls: NonNullable<ServeHttpOptions['tls']>): Http2SecureServer {
  const server = createSecureServer(
    {
      ...tls,
      minVersion: 'TLSv1.2',
      allowHTTP1: true,
      handshakeTimeout: HEADERS_MILLISECONDS,
      maxHeaderListPairs: 100,
      settings: { maxConcurrentStreams: MOST_STREAMS, maxHeaderListSize: HEADER_BYTES, enablePush: false },
    },
    handler,
  )
  // For those who speak HTTP/1.1 on the same port; the types do not know of them.
  Object.assign(server, TIMES)
  server.on('session', guardResets)
  return server
}

async function close(server: Server | Http2SecureServer, endpoint: HttpEndpoint): Promise<void> {
  const closed = new Promise<void>(resolve => server.close(() => resolve()))
  await endpoint.close()
  const sockets = after(FAREWELL_MILLISECONDS, () => {
    if ('closeAllConnections' in server) server.closeAllConnections()
  })
  if ('closeIdleConnections' in server) server.closeIdleConnections()
  await closed
  clearTimeout(sockets)
}
