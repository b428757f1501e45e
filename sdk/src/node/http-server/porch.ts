/**
 * Where connections and requests wait before a server does anything for them: one for each turn of the event loop, from one
 * place after the other. A thousand that come together would else be one turn, and everybody would wait for it.
 */

import type { Server } from 'node:http'
import type { Http2SecureServer } from 'node:http2'
import type { Socket } from 'node:net'
import { FairLine } from '../fair-line.js'
import type { RequestHandler } from './mount.js'
import type { NodeRequest } from './node-exchange.js'

/** To be called before anybody else listens for connections: whoever listens later learns of them when they come. */
export function admitConnections(server: Server | Http2SecureServer): void {
  const line = new FairLine<string | undefined>()
  const listeners = server.listeners('connection')
  // Nothing is read of those who wait. With TLS the handshake is what costs, and it begins behind the line.
  const isPlain = !('setSecureContext' in server)
  Object.assign(server, { pauseOnConnect: isPlain })
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    // Who leaves while it waits is no failure of ours.
    socket.on('error', ignore)
    line.join(socket.remoteAddress, () => {
      socket.off('error', ignore)
      if (socket.destroyed) return
      for (const listener of listeners) Reflect.apply(listener, server, [socket])
      if (isPlain) socket.resume()
    })
  })
}

/** Requests that came in one piece on one connection are many, too. */
export function admitRequests(handler: RequestHandler): RequestHandler {
  const line = new FairLine<object>()
  return (request, response) => {
    request.on('error', ignore)
    line.join(originOf(request), () => {
      if (!response.destroyed) handler(request, response)
    })
  }
}

function originOf(request: NodeRequest): object {
  return 'stream' in request ? (request.stream.session ?? request.stream) : request.socket
}

function ignore(): void {}
