/** How Node speaks HTTP for a client, loaded when somebody does: an agent on stdio has no use for it. */

import type { HttpCarrier } from '../transport/index.js'
import type { NodeHttpOptions } from './http-client/options.js'

/** A carrier of HTTP on Node's own modules. It follows no redirect. */
export async function nodeHttpCarrier(options: NodeHttpOptions = {}): Promise<HttpCarrier> {
  return (await import('./http-client/node-carrier.js')).nodeHttpCarrier(options)
}
