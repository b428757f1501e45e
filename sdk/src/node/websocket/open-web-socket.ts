/** Opens a socket to a server, and explains a server that does not want to. */

import type { IncomingMessage } from 'node:http'
import { defaultLimits } from '../../jsonrpc/index.js'
import { refusalOf } from '../../transport/http-client/verdict.js'
import { LinkLost, type WebSocketLike } from '../../transport/index.js'
import { toFailure } from '../http-client/failure.js'
import { type GatheringSocket, gatheringSocketClass } from './gathering-socket.js'
import { Liveness } from './liveness.js'
import type { OpenWebSocketOptions } from './options.js'
import { checkedAddress } from './socket-address.js'
import { loadWsPackage } from './ws-package.js'

const HANDSHAKE_MILLISECONDS = 10_000
const PING_MILLISECONDS = 20_000
const MOST_RETRY_SECONDS = 3_600

/** Resolves when the socket is open. */
export async function openWebSocket(
  url: string | URL,
  options: OpenWebSocketOptions,
): Promise<WebSocketLike> {
  const address = checkedAddress(url, options.DANGEROUS_allowPlainText ?? false)
  const Socket = gatheringSocketClass(await loadWsPackage())
  const mostBytes = options.limits?.messageBytes ?? defaultLimits.messageBytes
  const socket = new Socket(address, {
    ...options.tls,
    headers: headersOf(options),
    handshakeTimeout: options.handshakeMilliseconds ?? HANDSHAKE_MILLISECONDS,
    maxPayload: mostBytes,
    perMessageDeflate: false,
    followRedirects: false,
  })
  socket.mostBytes = mostBytes
  await opened(socket, address, options)
  new Liveness(options.pingMilliseconds ?? PING_MILLISECONDS).watch(socket)
  return socket
}

function headersOf({ headers, cookies }: OpenWebSocketOptions): Record<string, string> {
  const cookie = cookies?.get()
  return { ...headers, ...(cookie === undefined || cookie === '' ? {} : { cookie }) }
}

function opened(socket: GatheringSocket, url: URL, { cookies }: OpenWebSocketOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('upgrade', response => {
      socket.carriedBy(response.socket, 'client')
      cookies?.set(response.headers['set-cookie'] ?? [])
    })
    socket.once('open', () => resolve())
    socket.on('error', cause => {
      const { message, isFinal } = toFailure(cause, url)
      reject(new LinkLost(isFinal ? 'refused' : 'dropped', message, { cause }))
    })
    socket.once('unexpected-response', (request, response) => {
      reject(refusedBy(response, url))
      request.destroy()
    })
  })
}

/** The server answered, and not with a socket. */
function refusedBy({ statusCode = 0, headers }: IncomingMessage, { origin, pathname }: URL): LinkLost {
  const seconds = Number(headers['retry-after'])
  const isWorthARetry = statusCode >= 500 || statusCode === 429 || statusCode === 408
  const message = refusalOf(statusCode, `${origin}${pathname}`)
  if (!isWorthARetry) return new LinkLost('refused', message)
  if (!(seconds >= 0)) return new LinkLost('dropped', message)
  return new LinkLost('dropped', message, { retryAfter: 1_000 * Math.min(seconds, MOST_RETRY_SECONDS) })
}
