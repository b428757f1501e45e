/** Where a socket may lead: anywhere with encryption, without it only to this machine. */

import { isIP } from 'node:net'
import { reachOf } from '../network-address.js'

/** The address, checked. Whether it is this machine is read off the address, never looked up by name. */
export function checkedAddress(url: string | URL, allowsPlain: boolean): URL {
  const address = new URL(url)
  if (address.protocol === 'wss:') return address
  if (address.protocol !== 'ws:') throw new TypeError('the address of a WebSocket begins with ws: or wss:')
  if (allowsPlain || isThisMachine(address.hostname)) return address
  throw new TypeError(
    'ws: is read by everybody on the way: use wss:, or say DANGEROUS_allowPlainText for a network of your own',
  )
}

function isThisMachine(hostname: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  return host === 'localhost' || (isIP(host) !== 0 && reachOf(host) === 'loopback')
}
