/** HTTP/2 on `node:http2`: all messages and streams of a server share one socket. */

import type { ClientHttp2Session, ClientHttp2Stream, IncomingHttpHeaders } from 'node:http2'
import type {
  HttpAsking,
  HttpCarrier,
  HttpExchange,
  HttpHead,
  HttpReply,
  HttpStream,
} from '../../transport/http-client/carrier.js'
import { ChunkReader } from '../chunk-reader.js'
import { gather } from './body.js'
import { toFailure } from './failure.js'
import type { NodeHttpOptions } from './options.js'

// The protocol's own 64 KiB would have every stream wait for the other side twice per megabyte of a turn.
const STREAM_WINDOW = 1024 * 1024
const SOCKET_WINDOW = 8 * 1024 * 1024

type Reader<Reply> = (stream: ClientHttp2Stream, head: HttpHead, resolve: (reply: Reply) => void) => void

export class Http2Carrier implements HttpCarrier {
  readonly #ca: NodeHttpOptions['ca']
  readonly #sessions = new Map<string, ClientHttp2Session>()

  constructor({ ca }: NodeHttpOptions) {
    this.#ca = ca
  }

  ask(asking: HttpAsking, mostBytes: number): HttpExchange<HttpReply> {
    return this.#exchange(asking, (stream, head, resolve) =>
      gather(stream, mostBytes, text => resolve({ ...head, text })),
    )
  }

  listen(asking: HttpAsking): HttpExchange<HttpStream> {
    return this.#exchange(asking, (stream, head, resolve) =>
      resolve({ ...head, chunks: new ChunkReader(stream) }),
    )
  }

  /** Uses a session that is there already. */
  adopt(origin: string, session: ClientHttp2Session): void {
    session.setLocalWindowSize?.(SOCKET_WINDOW)
    // With nothing under way it is no reason for a program to go on.
    session.unref()
    const forget = (): void => {
      if (this.#sessions.get(origin) === session) this.#sessions.delete(origin)
    }
    session.on('error', forget).on('close', forget).on('goaway', forget)
    this.#sessions.set(origin, session)
  }

  #exchange<Reply>(asking: HttpAsking, read: Reader<Reply>): HttpExchange<Reply> {
    let stream: ClientHttp2Stream | undefined
    const reply = new Promise<Reply>((resolve, reject) => {
      const fail = (error: unknown): void => reject(toFailure(error, asking.url))
      const session = this.#sessionFor(asking.url)
      // A session that cannot be opened tells its streams no more than that they are cancelled.
      session.once('error', fail)
      stream = this.#request(session, asking)
      session.ref()
      stream.on('error', fail)
      stream.on('close', () => {
        session.off('error', fail)
        if (this.#isIdle(session)) session.unref()
        fail(undefined)
      })
      const opened = stream
      opened.on('response', headers => read(opened, toHead(headers), resolve))
      if (asking.onSent !== undefined) opened.on('finish', asking.onSent)
      opened.end(asking.body)
    })
    return { reply, cancel: () => stream?.destroy() }
  }

  #request(session: ClientHttp2Session, { url, method, headers, body }: HttpAsking): ClientHttp2Stream {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    underWay.set(session, (underWay.get(session) ?? 0) + 1)
    return session.request({
      ...headers,
      ...length,
      ':method': method,
      ':path': `${url.pathname}${url.search}`,
    })
  }

  #isIdle(session: ClientHttp2Session): boolean {
    const left = (underWay.get(session) ?? 1) - 1
    underWay.set(session, left)
    return left === 0 && !session.destroyed
  }

  #sessionFor({ origin }: URL): ClientHttp2Session {
    const known = this.#sessions.get(origin)
    if (known !== undefined && !known.closed && !known.destroyed) return known
    const { connect } = process.getBuiltinModule('node:http2')
    const trust = this.#ca === undefined ? {} : { ca: this.#ca }
    const session = connect(origin, { ...trust, settings: clientSettings })
    this.adopt(origin, session)
    session.once('connect', () => session.setLocalWindowSize(SOCKET_WINDOW))
    return session
  }
}

/** What we ask of a server's use of our socket. */
export const clientSettings = { enablePush: false, initialWindowSize: STREAM_WINDOW }

const underWay = new WeakMap<ClientHttp2Session, number>()

function toHead(headers: IncomingHttpHeaders): HttpHead {
  return {
    status: Number(headers[':status'] ?? 0),
    header: name => {
      const value = headers[name]
      return Array.isArray(value) ? value.join(', ') : value
    },
    cookies: headers['set-cookie'] ?? [],
  }
}
