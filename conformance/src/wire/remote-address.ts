/** Where an agent is that is reached over a network, and what is said to whoever guards it. */

/** How messages travel. */
export type Transport = 'stdio' | 'websocket' | 'http'

export interface RemoteAddress {
  readonly transport: Exclude<Transport, 'stdio'>
  readonly url: URL
  /** Sent with every request, such as `authorization`; never written down. */
  readonly headers: Readonly<Record<string, string>>
}

const transports: Readonly<Record<string, RemoteAddress['transport']>> = {
  'ws:': 'websocket',
  'wss:': 'websocket',
  'http:': 'http',
  'https:': 'http',
}

/** Reads an address such as `wss://example.com/acp`. Throws a `TypeError` for one of another kind. */
export function toRemoteAddress(text: string, headers: Readonly<Record<string, string>> = {}): RemoteAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const transport = url === undefined ? undefined : transports[url.protocol]
  if (url === undefined || transport === undefined)
    throw new TypeError('expected an address that begins with ws:, wss:, http: or https:')
  if (url.username !== '' || url.password !== '')
    throw new TypeError('an address with a password in it would be written down everywhere')
  return { transport, url, headers }
}

/** The address as it may be shown: what stands behind `?` may be a secret. */
export function shownAddress({ url }: RemoteAddress): string {
  return `${url.origin === 'null' ? `${url.protocol}//${url.host}` : url.origin}${url.pathname}`
}
