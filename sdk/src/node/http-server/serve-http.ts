/** The way to serve over HTTP. What listens is loaded when something does: most programs of this room never do. */

import type { HttpEndpoint } from '../../transport/index.js'
import { httpHandler, type RequestHandler } from './mount.js'
import type { HttpServer, ServeHttpOptions } from './options.js'

/** Listens for the clients of an endpoint: on this machine alone, or encrypted. */
export async function serveHttp(endpoint: HttpEndpoint, options: ServeHttpOptions = {}): Promise<HttpServer> {
  const { listen } = await import('./listener.js')
  const { pages } = options
  const answer = httpHandler(endpoint)
  const handler: RequestHandler =
    pages === undefined
      ? answer
      : (request, response) => pages(request, response) || answer(request, response)
  return listen({ handler, close: () => endpoint.close() }, options)
}
