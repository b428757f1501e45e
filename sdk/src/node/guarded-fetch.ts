/**
 * A fetch that looks at the address it is about to connect to, not at the name it was given: a name can be made to
 * point anywhere between the check and the call. Node's own fetch lets nobody look, so this one stands on `node:http`.
 */

import type { IncomingMessage, RequestOptions } from 'node:http'
import type { LookupFunction } from 'node:net'
import { reachOf } from './network-address.js'

/** What may be reached. Nothing said: public addresses over https, and this machine over either. */
export interface NetworkRules {
  /** Names or addresses inside a private network that may be reached all the same. */
  readonly innerHosts?: readonly string[] | undefined
  /** Whether this machine itself may be reached; it may, unless said otherwise. */
  readonly loopback?: boolean | undefined
}

/** As much of `fetch` as one needs; redirects are answers like any other, and the caller's to judge. */
export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>

const IDLE_MILLISECONDS = 10_000

/** A fetch that reaches only what the rules allow. Sockets are its own: a pool of others would skip the check. */
export function guardedFetch(rules: NetworkRules = {}): Fetch {
  const http = process.getBuiltinModule('node:http')
  const https = process.getBuiltinModule('node:https')
  const pool = { keepAlive: true, timeout: IDLE_MILLISECONDS }
  const agents = { 'http:': new http.Agent(pool), 'https:': new https.Agent(pool) }
  return async (address, init = {}) => {
    const url = new URL(address)
    const { protocol } = url
    if (protocol !== 'http:' && protocol !== 'https:') throw new Error(`cannot fetch over "${protocol}"`)
    const guard = (each: string): void => demandAllowed(each, url, rules)
    const literal = url.hostname.replace(/^\[|\]$/g, '')
    // An address needs no looking up, so the lookup below is never asked about it.
    if (process.getBuiltinModule('node:net').isIP(literal) > 0) guard(literal)
    const { request } = protocol === 'https:' ? https : http
    const options: RequestOptions = {
      method: init.method ?? 'GET',
      headers: Object.fromEntries(new Headers(init.headers)),
      agent: agents[protocol],
      lookup: guardedLookup(guard),
      ...(init.signal ? { signal: init.signal } : {}),
    }
    return new Promise((resolve, reject) => {
      const outgoing = request(url, options, incoming => resolve(toResponse(incoming)))
      outgoing.on('error', reject)
      outgoing.end(toText(init.body))
    })
  }
}

function demandAllowed(address: string, { hostname, protocol }: URL, rules: NetworkRules): void {
  const reach = reachOf(address)
  if (reach === 'loopback' && rules.loopback === false)
    throw new Error(`refused to reach ${hostname}: ${address} is this machine`)
  if (reach === 'loopback') return
  if (protocol === 'http:')
    throw new Error(`refused to reach ${hostname} without TLS: only this machine may be`)
  if (reach === 'public') return
  const isListed = rules.innerHosts?.some(host => host === hostname || host === address) ?? false
  if (!isListed)
    throw new Error(`refused to reach ${hostname}: ${address} is inside a private network and not listed`)
}

function guardedLookup(guard: (address: string) => void): LookupFunction {
  return (hostname, options, callback) => {
    const { lookup } = process.getBuiltinModule('node:dns')
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, [])
      try {
        for (const { address } of found) guard(address)
      } catch (refusal) {
        return callback(refusal instanceof Error ? refusal : new Error('refused'), [])
      }
      const [first] = found
      if (options.all || first === undefined) return callback(null, found)
      callback(null, first.address, first.family)
    })
  }
}

function toText(body: RequestInit['body']): string | undefined {
  if (body === undefined || body === null) return undefined
  if (typeof body !== 'string') throw new TypeError('only text can be sent')
  return body
}

const WITHOUT_BODY = new Set([204, 205, 304])

function toResponse(incoming: IncomingMessage): Response {
  const status = incoming.statusCode ?? 0
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers))
    for (const each of [value ?? []].flat()) headers.append(name, each)
  if (!WITHOUT_BODY.has(status)) return new Response(toBody(incoming), { status, headers })
  incoming.resume()
  return new Response(null, { status, headers })
}

/** Written out because the ready-made conversion fails a reader who left before the end. */
function toBody(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  let isOver = false
  const finish = (last: () => void): void => {
    if (!isOver) last()
    isOver = true
  }
  return new ReadableStream({
    start(controller) {
      incoming.on('data', (chunk: Uint8Array) => {
        if (isOver) return
        controller.enqueue(new Uint8Array(chunk))
        if ((controller.desiredSize ?? 0) <= 0) incoming.pause()
      })
      incoming.on('end', () => finish(() => controller.close()))
      incoming.on('error', error => finish(() => controller.error(error)))
      incoming.on('close', () => finish(() => controller.error(new Error('the connection was lost'))))
      incoming.pause()
    },
    pull: () => void incoming.resume(),
    cancel: () => finish(() => void incoming.destroy()),
  })
}
