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

/** Messages share sockets; a stream has its own. */
interface Agents {
  readonly messages: Agent
  readonly streams: Agent
}

/** What all requests to one address have in common. */
interface Destination {
  readonly request: (options: RequestOptions) => ClientRequest
  readonly agents: Agents
  readonly hostname: string
  readonly port: string
  readonly path: string
}

export class Http1Carrier implements HttpCarrier {
  readonly #ca: NodeHttpOptions['ca']
  readonly #agents = new Map<string, Agents>()
  // Nearly everybody has one server: to take an address apart for each message takes longer than to remember it.
  #last: { readonly href: string; readonly destination: Destination } | undefined

  constructor({ ca }: NodeHttpOptions) {
    this.#ca = ca
  }

  ask(asking: HttpAsking, mostBytes: number): HttpExchange<HttpReply> {
    return this.#exchange(asking, 'messages', (incoming, resolve) =>
      gather(incoming, mostBytes, text => resolve(toReply(incoming, text))),
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
    kind: keyof Agents,
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
    if (asking.onSent !== undefined) request.on('finish', asking.onSent)
    request.end(asking.body)
    return { reply, cancel: () => request.destroy() }
  }

  #request({ url, method, headers }: HttpAsking, kind: keyof Agents): ClientRequest {
    const { request, agents, hostname, port, path } = this.#destinationOf(url)
    return request({ method, hostname, port, path, headers, agent: agents[kind] })
  }

  #destinationOf(url: URL): Destination {
    if (this.#last?.href !== url.href) this.#last = { href: url.href, destination: this.#toDestination(url) }
    return this.#last.destination
  }

  #toDestination({ protocol, hostname, port, pathname, search }: URL): Destination {
    const { request } = process.getBuiltinModule(protocol === 'https:' ? 'node:https' : 'node:http')
    return {
      request,
      agents: this.#agentsFor(protocol),
      hostname: hostname.replace(/^\[|\]$/g, ''),
      port,
      path: pathname + search,
    }
  }

  #agentsFor(protocol: string): Agents {
    const known = this.#agents.get(protocol)
    if (known !== undefined) return known
    const agents =
      protocol === 'https:'
        ? this.#makeAgents(process.getBuiltinModule('node:https').Agent)
        : this.#makeAgents(process.getBuiltinModule('node:http').Agent)
    this.#agents.set(protocol, agents)
    return agents
  }

  #makeAgents(Maker: new (options: object) => Agent): Agents {
    const trust = this.#ca === undefined ? {} : { ca: this.#ca }
    const kept = { keepAlive: true, timeout: IDLE_MILLISECONDS, maxSockets: MOST_SOCKETS }
    return {
      messages: limitConnecting(new Maker({ ...trust, ...kept })),
      streams: limitConnecting(new Maker({ ...trust, keepAlive: false })),
    }
  }
}

function toReply(incoming: IncomingMessage, text: string | undefined): HttpReply {
  const { status, header, cookies } = toHead(incoming)
  return { status, header, cookies, text }
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

/** An address where nobody answers would keep us for minutes. */
function limitConnecting(agent: Agent): Agent {
  const create = agent.createConnection.bind(agent)
  agent.createConnection = (...given) => {
    const socket = create(...given)
    // Only those who override it give nothing.
    if (!socket) return socket
    const timer = setTimeout(() => socket.destroy(connectTimeout()), CONNECT_MILLISECONDS)
    const stop = (): void => clearTimeout(timer)
    socket.once('connect', stop).once('close', stop)
    return socket
  }
  return agent
}
