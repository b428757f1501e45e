/** An endpoint as the handler that servers of Node call. */

import type { HttpEndpoint } from '../../transport/index.js'
import { NodeExchange, type NodeRequest, type NodeResponse } from './node-exchange.js'

/** What node:http and node:http2 call with every request. */
export type RequestHandler = (request: NodeRequest, response: NodeResponse) => void

/** An endpoint to be mounted on a server of one's own, whose limits are then its owner's. */
export function httpHandler(endpoint: HttpEndpoint): RequestHandler {
  return (request, response) => endpoint.answer(new NodeExchange(request, response))
}
