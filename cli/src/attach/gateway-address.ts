/** The address of a gateway, or a link to one of its sessions, as somebody typed or pasted it. */

import { EXIT } from '../exit-code.js'
import { Failure } from '../failure.js'

/** Where a gateway is, and what a link says beside. */
export interface GatewayAddress {
  /** Its agent, over a socket. */
  readonly url: string
  /** The gateway itself. */
  readonly origin: string
  readonly session?: string | undefined
  /** Good once, for seconds: to be exchanged for a token. */
  readonly ticket?: string | undefined
}

const SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'ws:', 'wss:'])
const LOCAL = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** Whether somebody means a gateway, and no name of something on this machine. */
export const isAddress = (text: string): boolean => /^\s*(https?|wss?):\/\//i.test(text)

// A name or an address with a port, and nothing that looks like a token.
const PLACE =
  /^((?:[a-z\d-]{1,30}\.)+[a-z]{2,20}|(?:\d{1,3}\.){3}\d{1,3}|localhost|[a-z]{1,20}(?=:))(:\d{1,5})?(\/acp)?$/

/** `, as in http://127.0.0.1:7500` where somebody left out how the address begins; nothing where that cannot be told. */
export function asIn(text: string): string {
  const [, name, port = '', path = ''] = PLACE.exec(text) ?? []
  if (name === undefined) return ''
  return `, as in ${LOCAL.test(name) ? 'http' : 'https'}://${name}${port}${path}`
}

/** What stands behind `#` never leaves this machine. A link that was cut into lines is one link all the same. */
export function readAddress(text: string): GatewayAddress {
  const whole = text.replace(/\s+/g, '')
  const address = URL.canParse(whole) ? new URL(whole) : undefined
  if (address === undefined || !SCHEMES.has(address.protocol))
    throw wrong(`the address of a gateway begins with https:, wss:, http: or ws:${asIn(whole)}.`)
  if (address.username !== '' || address.password !== '' || address.search !== '')
    throw wrong('a secret does not belong into the address: every program can read it there.')
  const isSecure = /^(https|wss):$/.test(address.protocol)
  if (!isSecure && !LOCAL.test(address.hostname))
    throw wrong('without encryption only this machine is spoken to: begin with https: or wss:.')
  const said = new URLSearchParams(address.hash.slice(1))
  const { host } = address
  return {
    url: `${isSecure ? 'wss' : 'ws'}://${host}${agentPath(address, said.get('agent'))}`,
    origin: `${isSecure ? 'https' : 'http'}://${host}`,
    session: said.get('session') ?? undefined,
    ticket: said.get('ticket') ?? undefined,
  }
}

/** Where the agent is: without a path the one that a link names, else the gateway's usual one. */
export function agentPath({ pathname }: URL, agent: string | null = null): string {
  if (pathname !== '/') return pathname
  return agent === null ? '/acp' : `/acp/${encodeURIComponent(agent)}`
}

/** A link by which one more screen comes to a session: the secret stands behind `#`, which no server and no log gets to see. */
export function toLink(
  { url, origin }: Pick<GatewayAddress, 'url' | 'origin'>,
  { ticket, session }: { readonly ticket: string; readonly session: string },
): string {
  const agent = agentOf(url)
  const said = new URLSearchParams({ ticket, session, ...(agent === undefined ? {} : { agent }) })
  return `${origin}/#${said}`
}

/** As the address names it; nothing for the gateway's usual one. */
export function agentOf(url: string): string | undefined {
  const [, name] = /^\/acp\/([^/]+)$/.exec(new URL(url).pathname) ?? []
  return name === undefined ? undefined : decodeURIComponent(name)
}

function wrong(message: string): Failure {
  return new Failure(message, { exitCode: EXIT.usage, cure: 'See: parley attach --help', reason: 'usage' })
}
