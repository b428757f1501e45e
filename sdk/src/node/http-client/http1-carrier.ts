/** HTTP/1.1 on `node:http`: sockets are kept for the next message, and every stream has one of its own. */

import type { Agent, ClientRequest, IncomingMessage, RequestOptions } from 'node:http'
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

// Servers close idle sockets after five seconds, as Node's do: a message must not meet one that is about to go.
const IDLE_MILLISECONDS = 4_000
const MOST_SOCKETS = 64
const ALIVE_MILLISECONDS = 30_000

export class Http1Carrier implements HttpCarrier {
  readonly #ca: NodeHttpOptions['ca']
  readonly #agents = new Map<string, { readonly messages: Agent; readonly streams: Agent }>()

  constructor({ ca }: NodeHttpOptions) {
    this.#ca = ca
  }

  ask(asking: HttpAsking, mostBytes: number): HttpExchange<HttpReply> {
    return this.#exchange(asking, 'messages', (incoming, resolve) =>
      gather(incoming, mostBytes, text => resolve({ ...toHead(incoming), text })),
    )
  }

  listen(asking: HttpAsking): HttpExchange<HttpStream> {
    return this.#exchange(asking, 'streams', (incoming, resolve) => {
      incoming.socket.setKeepAlive(true, ALIVE_MILLISECONDS)
      resolve({ ...toHead(incoming), chunks: new ChunkReader(incoming) })
    })
  }

  #exchange<Reply>(
    asking: HttpAsking,
    kind: 'messages' | 'streams',
    take: (incoming: IncomingMessage, resolve: (reply: Reply) => void) => void,
  ): HttpExchange<Reply> {
    const request = this.#request(asking, kind)
    const reply = new Promise<Reply>((resolve, reject) => {
      let isSettled = false
      const settle = (taken: Reply): void => {
        isSettled = true
        resolve(taken)
      }
      // Every request closes, and hardly any has failed: an error is dear to make.
      const fail = (error?: unknown): void => {
        if (!isSettled) reject(toFailure(error, asking.url))
        isSettled = true
      }
      request.on('error', fail)
      request.on('close', fail)
      request.on('response', incoming => {
        incoming.on('error', fail)
        take(incoming, settle)
      })
    })
    limitConnecting(request)
    if (asking.onSent !== undefined) request.on('finish', asking.onSent)
    request.end(asking.body)
    return { reply, cancel: () => request.destroy() }
  }

  #request({ url, method, headers, body }: HttpAsking, kind: 'messages' | 'streams'): ClientRequest {
    const isSecure = url.protocol === 'https:'
    const { request } = isSecure
      ? process.getBuiltinModule('node:https')
      : process.getBuiltinModule('node:http')
    const options: RequestOptions = {
      protocol: url.protocol,
      hostname: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port,
      path: `${url.pathname}${url.search}`,
      method,
      agent: this.#agentsFor(url.protocol)[kind],
      headers: body === undefined ? headers : { ...headers, 'content-length': Buffer.byteLength(body) },
    }
    return request(options)
  }

  #agentsFor(protocol: string): { readonly messages: Agent; readonly streams: Agent } {
    const known = this.#agents.get(protocol)
    if (known !== undefined) return known
    const agents =
      protocol === 'https:'
        ? this.#makeAgents(process.getBuiltinModule('node:https').Agent)
        : this.#makeAgents(process.getBuiltinModule('node:http').Agent)
    this.#agents.set(protocol, agents)
    return agents
  }

  #makeAgents(Maker: new (options: object) => Agent): { readonly messages: Agent; readonly streams: Agent } {
    const trust = this.#ca === undefined ? {} : { ca: this.#ca }
    return {
      messages: new Maker({
        ...trust,
        keepAlive: true,
        timeout: IDLE_MILLISECONDS,
        maxSockets: MOST_SOCKETS,
      }),
      streams: new Maker({ ...trust, keepAlive: false }),
    }
  }
}

/** An address where nobody answers would keep us for minutes. */
function limitConnecting(request: ClientRequest): void {
  request.once('socket', socket => {
    if (!socket.connecting) return
    const timer = setTimeout(() => request.destroy(connectTimeout()), CONNECT_MILLISECONDS)
    socket.once('connect', () => clearTimeout(timer))
    request.once('close', () => clearTimeout(timer))
  })
}

function toHead({ statusCode, headers }: IncomingMessage): HttpHead {
  return {
    status: statusCode ?? 0,
    header: name => {
      const value = headers[name]
      return Array.isArray(value) ? value.join(', ') : value
    },
    cookies: headers['set-cookie'] ?? [],
  }
}
