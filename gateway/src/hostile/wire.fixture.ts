/** Requests in which everything may be a lie, over HTTP/1.1, HTTP/2 or as the handshake of a socket, and what came back. */

import { once } from 'node:events'
import { request as plainRequest } from 'node:http'
import { connect } from 'node:http2'
import type { Readable } from 'node:stream'
import { WebSocket } from 'ws'

export type Fields = Readonly<Record<string, string>>

export interface Said {
  readonly method?: string
  readonly path?: string
  readonly headers?: Fields
  readonly body?: string | Uint8Array | Readable
}

/** An answer whose body is still to be read. */
export interface Begun {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Readable
  /** Breaks the network under it. */
  cut(): void
}

export interface Wire {
  send(said: Said): Promise<Begun>
  close(): void
}

/** Each request on a socket of its own. */
export function http1(url: string): Wire {
  return {
    send: ({ method = 'GET', path = '/acp', headers = {}, body }) =>
      new Promise((resolve, reject) => {
        const sent = plainRequest(`${url}${path}`, { method, headers, agent: false })
        sent.on('error', reject)
        sent.on('response', response => {
          response.on('error', () => {})
          const { statusCode: status = 0, headers: fields } = response
          resolve({ status, headers: fields, body: response, cut: () => sent.socket?.resetAndDestroy() })
        })
        finish(sent, body)
      }),
    close: () => {},
  }
}

/** All on one session, until it is cut. */
export function http2(url: string): Wire {
  const open = () => connect(url, { rejectUnauthorized: false }).on('error', () => {})
  let session = open()
  const sessionNow = () => {
    if (session.destroyed || session.closed) session = open()
    return session
  }
  return {
    send: ({ method = 'GET', path = '/acp', headers = {}, body }) =>
      new Promise((resolve, reject) => {
        const { host, ...rest } = headers
        const named = host === undefined ? rest : { ...rest, ':authority': host }
        const stream = sessionNow().request(
          { ':method': method, ':path': path, ...named },
          { endStream: false },
        )
        stream.on('error', reject)
        stream.on('response', ({ ':status': status = 0, ...fields }) => {
          stream.on('error', () => {})
          const answered = fields as Begun['headers']
          resolve({ status, headers: answered, body: stream, cut: () => stream.close(8) })
        })
        finish(stream, body)
      }),
    close: () => session.destroy(),
  }
}

/** The handshake of a socket: its refusal, or 101 and the end. */
export function handshake(url: string): Wire {
  return {
    async send({ path = '/acp', headers = {} }) {
      const socket = new WebSocket(`${url.replace(/^http/, 'ws')}${path}`, { headers })
      socket.on('error', () => {})
      const refused = once(socket, 'unexpected-response')
      const opened = once(socket, 'upgrade')
      const [first, second] = await Promise.race([refused, opened])
      const answer = second ?? first
      if (second === undefined) socket.terminate()
      return {
        status: answer.statusCode,
        headers: answer.headers,
        body: answer,
        cut: () => socket.terminate(),
      }
    },
    close: () => {},
  }
}

function finish(sent: NodeJS.WritableStream, body: Said['body']): void {
  if (body !== undefined && typeof body === 'object' && 'pipe' in body) body.pipe(sent)
  else if (body === undefined) sent.end()
  else sent.end(body)
}

/** The whole of an answer. */
export interface Reply extends Omit<Begun, 'body' | 'cut'> {
  readonly text: string
}

export async function ask(wire: Wire, said: Said): Promise<Reply> {
  const { status, headers, body } = await wire.send(said)
  if (status === 101) return { status, headers, text: '' }
  body.setEncoding('utf8')
  let text = ''
  for await (const piece of body) text += piece
  return { status, headers, text }
}
