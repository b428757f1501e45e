/** A server for tests: answers as each test wants, and remembers what it was asked. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Server as FarServer, Socket } from 'node:net'

/** Listens on this machine, and says where. */
export async function listening(server: FarServer, scheme = 'http'): Promise<string> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A request as the server saw it. */
export interface Seen {
  readonly method: string
  readonly session: string | undefined
  readonly connection: string | undefined
  readonly after: string | undefined
  readonly key: string | undefined
  readonly headers: IncomingMessage['headers']
  /** The message, where there is one. */
  readonly message: { readonly method?: string; readonly id?: number; readonly params?: unknown } | undefined
}

type Answer = (seen: Seen, response: ServerResponse) => unknown

/** Makes a server of whichever kind; those of HTTP/2 can be spoken to in the same words. */
export type MakeServer = (handle: (request: IncomingMessage, response: ServerResponse) => void) => FarServer

const OPENED = { jsonrpc: '2.0', id: 0, result: { protocolVersion: 1, agentCapabilities: {} } }

/** Opens connections `c1`, `c2`, …, takes messages with 202 and keeps streams open, except where `answer` says otherwise. */
export class FarEnd implements AsyncDisposable {
  url = ''
  readonly seen: Seen[] = []
  /** The open streams, by session; '' is the connection's own. */
  readonly streams = new Map<string, ServerResponse>()
  /** Answers a request in the place of the usual; returns `false` where the usual is right. */
  answer: Answer = () => false
  /** Sockets that were opened to it. */
  sockets = 0
  readonly #server: FarServer
  #connections = 0
  readonly #sockets = new Set<Socket>()
  readonly #asked = new Map<string, Socket>()
  readonly #waiting = new Set<() => void>()

  constructor(make: MakeServer) {
    this.#server = make((request, response) => void this.#handle(request, response))
    const count = (socket: Socket): void => {
      this.sockets++
      this.#sockets.add(socket)
      socket.on('close', () => this.#sockets.delete(socket))
    }
    this.#server.on('connection', count)
  }

  static async start(answer?: Answer, make: MakeServer = createServer, scheme = 'http'): Promise<FarEnd> {
    const end = new FarEnd(make)
    if (answer !== undefined) end.answer = answer
    end.url = `${await listening(end.#server, scheme)}/acp`
    return end
  }

  posted(): readonly string[] {
    return this.seen.flatMap(({ method, message }) =>
      method === 'POST' && message?.method !== undefined ? [message.method] : [],
    )
  }

  /** Sends an event on a stream. */
  tell(session: string, message: object, id?: string): void {
    this.streams
      .get(session)
      ?.write(`${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(message)}\n\n`)
  }

  /** Breaks a stream without a farewell. */
  reset(session: string): void {
    this.streams.get(session)?.socket?.resetAndDestroy()
  }

  /** Breaks the socket on which this method was asked for. */
  cutOff(method: string): void {
    this.#asked.get(method)?.resetAndDestroy()
  }

  /** Breaks every socket that is open. */
  breakAll(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy()
  }

  async until(isSo: () => boolean): Promise<void> {
    while (!isSo())
      await new Promise<void>(resolve => {
        this.#waiting.add(resolve)
      })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise(resolve => this.#server.close(resolve))
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    const one = (name: string): string | undefined => request.headers[name]?.toString()
    const seen: Seen = {
      method: request.method ?? '',
      session: one('acp-session-id'),
      connection: one('acp-connection-id'),
      after: one('last-event-id'),
      key: one('idempotency-key'),
      headers: request.headers,
      message: body === '' ? undefined : JSON.parse(body),
    }
    this.seen.push(seen)
    if (seen.message?.method !== undefined) this.#asked.set(seen.message.method, request.socket)
    this.#notify()
    const isAnswered = await this.answer(seen, response)
    if (isAnswered === false) this.#usual(seen, response)
  }

  #usual(seen: Seen, response: ServerResponse): void {
    if (seen.method === 'GET') {
      const key = seen.session ?? ''
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.flushHeaders()
      this.streams.set(key, response)
      response.on('close', () => {
        if (this.streams.get(key) === response) this.streams.delete(key)
        this.#notify()
      })
      this.#notify()
    } else if (seen.message?.method === 'initialize') {
      response.writeHead(200, {
        'content-type': 'application/json',
        'acp-connection-id': `c${++this.#connections}`,
      })
      response.end(JSON.stringify(OPENED))
    } else response.writeHead(202).end()
  }

  #notify(): void {
    for (const go of this.#waiting) go()
    this.#waiting.clear()
  }
}
