/** Asks a server for a WebSocket, by hand: what it answers is evidence, whatever it is. */

import { createHash, randomBytes } from 'node:crypto'
import { type IncomingHttpHeaders, request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { RawWebSocket } from './raw-web-socket.js'
import type { RemoteAddress } from './remote-address.js'

export interface Upgrade {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** Where the server agreed. */
  readonly socket: RawWebSocket | undefined
}

const OPEN_MILLISECONDS = 10_000
const SWITCHING = 101
/** What every WebSocket server adds to the key. */
const MAGIC = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'

/** Rejects where nobody answers. */
export function askForSocket({ url, headers }: RemoteAddress): Promise<Upgrade> {
  const key = randomBytes(16).toString('base64')
  const isSecure = url.protocol === 'wss:'
  const address = new URL(url)
  address.protocol = isSecure ? 'https:' : 'http:'
  const request = (isSecure ? secureRequest : plainRequest)(address, {
    headers: {
      ...headers,
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': key,
    },
    timeout: OPEN_MILLISECONDS,
  })
  return new Promise((resolve, reject) => {
    request.on('error', reject)
    request.on('timeout', () => request.destroy(new Error(`nothing within ${OPEN_MILLISECONDS} ms`)))
    request.on('response', response => {
      response.resume()
      resolve({ status: response.statusCode ?? 0, headers: response.headers, socket: undefined })
    })
    request.on('upgrade', (response, carrier, head) => {
      if (response.headers['sec-websocket-accept'] !== acceptanceOf(key)) {
        carrier.destroy()
        return reject(new Error('the server did not answer the key of the handshake'))
      }
      carrier.setTimeout(0)
      const socket = new RawWebSocket(carrier, { isClient: true, head })
      resolve({ status: SWITCHING, headers: response.headers, socket })
    })
    request.end()
  })
}

/** What a server has to answer to the key of a handshake. */
export function acceptanceOf(key: string): string {
  return createHash('sha1').update(`${key}${MAGIC}`).digest('base64')
}
