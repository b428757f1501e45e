/**
 * Where a request really comes from. A proxy that ends TLS for us is believed about who stands behind it, and nobody else:
 * `X-Forwarded-*` of a stranger is only text.
 */

import type { Asking } from '@parley/acp/transport'
import { isLoopback, toPlainAddress } from '../config/address.js'

/** What is known of a request before it has shown any token. */
export interface Visitor {
  readonly address: string | undefined
  readonly isEncrypted: boolean
  /** By which names the gateway was called: by the client, and by the proxy where one is in between. */
  readonly hosts: readonly (string | undefined)[]
}

/** The visitor behind a request, where these addresses are trusted proxies (spelt by `toPlainAddress`). */
export function toVisitor(asking: Asking, proxies: ReadonlySet<string>): Visitor {
  const direct = {
    address: asking.address === undefined ? undefined : (toPlainAddress(asking.address) ?? asking.address),
    isEncrypted: asking.isEncrypted,
    hosts: [asking.header('host')],
  }
  if (direct.address === undefined || !proxies.has(direct.address) || !isForwarded(asking)) return direct
  const named = lastOf(asking.header('x-forwarded-host'))
  return {
    // Not the proxy's own where it does not say: that may be this machine, and its client is not.
    address: clientOf(asking.header('x-forwarded-for'), proxies),
    isEncrypted: lastOf(asking.header('x-forwarded-proto'))?.toLowerCase() === 'https',
    // Both count: a proxy may hand on this header as a page of another name sent it.
    hosts: named === undefined ? direct.hosts : [...direct.hosts, named],
  }
}

/**
 * Whether what this visitor says could be read on its way here. Only this machine may come without encryption; a
 * proxy that is trusted must say itself that its client came with it.
 */
export function isReadable({ address, isEncrypted }: Visitor): boolean {
  return !isEncrypted && !isLoopback(address)
}

function isForwarded(asking: Asking): boolean {
  return ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host'].some(
    name => asking.header(name) !== undefined,
  )
}

/** Each proxy adds whom it saw at the end: the last one that is no proxy of ours is the client. */
function clientOf(list: string | undefined, proxies: ReadonlySet<string>): string | undefined {
  let client: string | undefined
  for (const each of (list ?? '').split(',').toReversed()) {
    client = toPlainAddress(withoutPort(each.trim()))
    if (client === undefined || !proxies.has(client)) return client
  }
  return client
}

function withoutPort(text: string): string {
  return /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text
}

/** What the nearest proxy said: those before it may be the client's own words. */
function lastOf(list: string | undefined): string | undefined {
  const last = list?.split(',').at(-1)?.trim()
  return last === '' ? undefined : last
}
