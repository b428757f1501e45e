/** Requests on their way from a client to a server: which headers pass, and who may ask at all. */

import type { ClientRequest, IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import type { RemoteAddress } from '@parley/conformance'
import type { Watches } from './watches.js'

/** What everything that passes needs to know. */
export interface Passage {
  readonly target: RemoteAddress
  readonly watches: Watches
}

/** What belongs to one stretch of the way, or would make the copy unreadable. */
const OF_THE_STRETCH = new Set([
  'host',
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
  'accept-encoding',
  'sec-websocket-extensions',
])

/** Asks the server what the client asked us; ours are the headers that were given to us. */
export function askTarget(
  { target }: Passage,
  request: IncomingMessage,
  more: OutgoingHttpHeaders = {},
): ClientRequest {
  const url = new URL(target.url)
  url.protocol = /^(wss|https):$/.test(url.protocol) ? 'https:' : 'http:'
  const query = (request.url ?? '').split(/\?(.*)/s)[1]
  if (query !== undefined) url.search = query
  return (url.protocol === 'https:' ? secureRequest : plainRequest)(url, {
    method: request.method,
    headers: { ...passing(request.headers), ...target.headers, ...more },
    agent: false,
  })
}

/** The headers that go on. */
export function passing(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_THE_STRETCH.has(name)))
}

/**
 * Only this machine, by its own name: a page that leads a name of its own to us is not the client. Where we add a token,
 * no page may ask at all.
 */
export function mayPass({ headers }: IncomingMessage, { target }: Passage): boolean {
  if (!/^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(headers.host ?? '')) return false
  return headers.origin === undefined || Object.keys(target.headers).length === 0
}

/** What must not be written down, wherever else it stands: the values by which the client proves who it is. */
export function secretsOf({ headers }: IncomingMessage, { target }: Passage): readonly string[] {
  const proofs = [headers.authorization, headers.cookie, ...Object.values(target.headers)]
  return proofs.flatMap(proof => (proof === undefined ? [] : [proof, proof.split(' ').at(-1) ?? '']))
}
