/**
 * Where requests wait before a server does anything for them: one for each turn of the event loop, of one connection after the
 * other. A piece of a stream may hold hundreds of them, and everybody would wait for all. Connections come one in a turn by themselves.
 */

import { FairLine } from '../fair-line.js'
import type { RequestHandler } from './mount.js'
import type { NodeRequest } from './node-exchange.js'

export function inLine(handler: RequestHandler): RequestHandler {
  const line = new FairLine<object>()
  return (request, response) => {
    // Who leaves while it waits is no failure of ours.
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
