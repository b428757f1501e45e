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
import { CONNECT_MILLISECONDS, connectTimeout, toFailure } from './failure.js'
import type { NodeHttpOptions } from './options.js'

// The protocol's own 64 KiB would have every stream wait for the other side twice per megabyte of a turn.
const STREAM_WINDOW = 1024 * 1024
const SOCKET_WINDOW = 8 * 1024 * 1024

type Reader<Reply> = (stream: ClientHttp2Stream, head: HttpHead, resolve: (reply: Reply) => void) => void

/** One socket, and what is on it. */
interface Shared {
  readonly session: ClientHttp2Session
  underWay: number
  /** Why it broke: its streams are told no more than that they were cancelled. */
  failure: unknown
}

export class Http2Carrier implements HttpCarrier {
  readonly #ca: NodeHttpOptions['ca']
  readonly #shared = new Map<string, Shared>()

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

  /** Uses a session from now on. */
  adopt(origin: string, session: ClientHttp2Session): Shared {
    const shared: Shared = { session, underWay: 0, failure: undefined }
    const forget = (): void => {
      if (this.#shared.get(origin) === shared) this.#shared.delete(origin)
    }
    session.on('close', forget).on('goaway', forget)
    session.on('error', error => {
      shared.failure = error
      forget()
    })
    if (!session.connecting) session.setLocalWindowSize(SOCKET_WINDOW)
    else {
      const timer = setTimeout(() => session.destroy(connectTimeout()), CONNECT_MILLISECONDS)
      session.once('close', () => clearTimeout(timer))
      session.once('connect', () => {
        clearTimeout(timer)
        session.setLocalWindowSize(SOCKET_WINDOW)
      })
    }
    this.#shared.set(origin, shared)
    return shared
  }

  #exchange<Reply>(asking: HttpAsking, read: Reader<Reply>): HttpExchange<Reply> {
    const shared = this.#sharedFor(asking.url)
    const stream = this.#request(shared.session, asking)
    const reply = new Promise<Reply>((resolve, reject) => {
      let isSettled = false
      const settle = (taken: Reply): void => {
        isSettled = true
        resolve(taken)
      }
      // The session's own error comes after those of its streams, and is the one that says something.
      const fail = (error?: unknown): void => {
        if (!isSettled) setImmediate(() => reject(toFailure(shared.failure ?? error, asking.url)))
        isSettled = true
      }
      stream.on('error', fail)
      stream.on('close', () => {
        release(shared)
        fail()
      })
      stream.on('response', headers => read(stream, toHead(headers), settle))
    })
    hold(shared)
    if (asking.onSent !== undefined) stream.on('finish', asking.onSent)
    stream.end(asking.body)
    return { reply, cancel: () => stream.destroy() }
  }

  #request(session: ClientHttp2Session, { url, method, headers, body }: HttpAsking): ClientHttp2Stream {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    return session.request({
      ...headers,
      ...length,
      ':method': method,
      ':path': `${url.pathname}${url.search}`,
    })
  }

  #sharedFor({ origin }: URL): Shared {
    const known = this.#shared.get(origin)
    if (known !== undefined && !known.session.closed && !known.session.destroyed) return known
    const { connect } = process.getBuiltinModule('node:http2')
    const trust = this.#ca === undefined ? {} : { ca: this.#ca }
    return this.adopt(origin, connect(origin, { ...trust, settings: clientSettings }))
  }
}

/** What we ask of a server's use of our socket. */
export const clientSettings = { enablePush: false, initialWindowSize: STREAM_WINDOW }

function hold(shared: Shared): void {
  if (shared.underWay++ === 0) shared.session.ref()
}

/** With nothing under way it is no reason for a program to go on. */
function release(shared: Shared): void {
  if (--shared.underWay === 0 && !shared.session.destroyed) shared.session.unref()
}

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
