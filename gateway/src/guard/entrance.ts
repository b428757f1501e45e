/**
 * The names by which the gateway may be called, and the pages that may call it: exact sets, nothing that begins alike.
 * A page whose name was made to lead to this machine still sends its own name.
 */

import type { GatewayConfig } from '../config/config.js'

const LOCAL = ['127.0.0.1', '[::1]', 'localhost']
const PLAIN_PORT = 80
const TLS_PORT = 443

/** What a browser may not claim, as a word; nothing where all is well. */
export type Claim = 'bad_origin' | 'cross_site'

export class Entrance {
  readonly #hosts: ReadonlySet<string>
  readonly #origins: ReadonlySet<string>

  /** `port` is the one that is really listened on. */
  constructor(config: Pick<GatewayConfig, 'hosts' | 'origins' | 'tls' | 'trustedProxies'>, port: number) {
    const hosts = [
      ...LOCAL.flatMap(name => localHosts(name, port)),
      ...config.hosts.flatMap(namedHosts(port)),
    ]
    this.#hosts = new Set(hosts)
    this.#origins = new Set(config.origins ?? hosts.flatMap(originsOf(config)))
  }

  /** Names are alike in capitals and small letters; anything else must be the same. */
  hasHost(host: string | undefined): boolean {
    return host !== undefined && /^[\x21-\x7e]+$/.test(host) && this.#hosts.has(host.toLowerCase())
  }

  /** What is wrong with where a browser says that the request began. Programs say nothing, and that is fine. */
  flawOf(origin: string | undefined, site: string | undefined): Claim | undefined {
    if (origin !== undefined && !this.#origins.has(origin)) return 'bad_origin'
    if (site === 'cross-site') return 'cross_site'
    // Another port of this machine is the same site; without an origin nothing tells that page from ours.
    return site === 'same-site' && origin === undefined ? 'cross_site' : undefined
  }

  /** Whether this is one of our pages: demanded where nothing else shows that a browser's user wanted this. */
  hasOrigin(origin: string | undefined): boolean {
    return origin !== undefined && this.#origins.has(origin)
  }

  /** That of a page which was called by this name, where it is one of ours. */
  originAt(host: string | undefined, isEncrypted: boolean): string | undefined {
    const origin = `${isEncrypted ? 'https' : 'http'}://${host}`
    const own = this.hasHost(host) ? new URL(origin).origin : undefined
    return this.hasOrigin(own) ? own : undefined
  }
}

/** Clients leave out the port that belongs to the scheme. */
function localHosts(name: string, port: number): readonly string[] {
  return port === PLAIN_PORT || port === TLS_PORT ? [`${name}:${port}`, name] : [`${name}:${port}`]
}

/** A name with a port is that; a name without one is also that at our port. */
function namedHosts(port: number): (name: string) => readonly string[] {
  return name => (/:\d+$/.test(name) ? [name] : [name, `${name}:${port}`])
}

function originsOf({ tls, trustedProxies }: Pick<GatewayConfig, 'tls' | 'trustedProxies'>) {
  return (host: string): readonly string[] => {
    const isLocal = LOCAL.some(name => host === name || host.startsWith(`${name}:`))
    const isPlain = tls === undefined && (isLocal || trustedProxies.length === 0)
    return [new URL(`${isPlain ? 'http' : 'https'}://${host}`).origin]
  }
}
