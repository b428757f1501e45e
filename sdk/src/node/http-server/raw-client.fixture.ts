/** A client that says exactly what a test wants said, over HTTP/1.1 or HTTP/2, and shows what came back. */

import { request as plainRequest } from 'node:http'
import { type ClientHttp2Session, connect } from 'node:http2'
import { request as secureRequest } from 'node:https'
import type { Readable } from 'node:stream'

export type Fields = Readonly<Record<string, string>>

export interface Said {
  readonly method?: string
  readonly headers?: Fields
  readonly body?: string | Uint8Array | Readable
}

interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly stream: Readable
  readonly cut: () => void
}

export interface Answered extends Omit<Reply, 'stream' | 'cut'> {
  readonly text: string
}

/** How requests leave: one socket each, or all on one session of HTTP/2. */
export interface Wire {
  send(said: Said): Promise<Reply>
  close(): void
}

export function http1(url: string): Wire {
  const request = url.startsWith('https:') ? secureRequest : plainRequest
  return {
    send: ({ method = 'GET', headers = {}, body }) =>
      new Promise((resolve, reject) => {
        const sent = request(url, { method, headers, agent: false, rejectUnauthorized: false })
        sent.on('error', reject)
        sent.on('response', response => {
          response.on('error', () => {})
          const { statusCode = 0, headers: fields } = response
          resolve({ status: statusCode, headers: fields, stream: response, cut: () => sent.destroy() })
        })
        if (body !== undefined && typeof body === 'object' && 'pipe' in body) body.pipe(sent)
        else sent.end(body)
      }),
    close: () => {},
  }
}

export function http2(url: string): Wire & { readonly session: ClientHttp2Session } {
  const session = connect(url, { rejectUnauthorized: false })
  session.on('error', () => {})
  const { pathname } = new URL(url)
  return {
    session,
    send: ({ method = 'GET', headers = {}, body }) =>
      new Promise((resolve, reject) => {
        const stream = session.request(
          { ':method': method, ':path': pathname, ...headers },
          { endStream: false },
        )
        stream.on('error', reject)
        stream.on('response', ({ ':status': status = 0, ...fields }) => {
          stream.on('error', () => {})
          resolve({ status, headers: fields as Answered['headers'], stream, cut: () => stream.close(8) })
        })
        if (body !== undefined && typeof body === 'object' && 'pipe' in body) body.pipe(stream)
        else stream.end(body)
      }),
    close: () => session.destroy(),
  }
}

export interface SeenEvent {
  readonly id: string | undefined
  readonly data: Message
}

export interface Message {
  readonly id?: unknown
  readonly method?: string
  readonly params?: {
    readonly sessionId?: string
    readonly update?: { readonly content?: { readonly text?: string } }
  }
  readonly result?: {
    readonly sessionId?: string
    readonly stopReason?: string
    readonly protocolVersion?: number
  }
  readonly error?: { readonly code: number; readonly data?: { readonly reason?: string } }
}

/** A stream of events that is being read. */
export class EventStream {
  readonly events: SeenEvent[] = []
  readonly ended: Promise<void>
  raw = ''
  readonly headers: Reply['headers']
  readonly cut: () => void
  #left = ''
  readonly #arrived: (() => void)[] = []

  constructor({ stream, headers, cut }: Reply) {
    this.headers = headers
    this.cut = cut
    stream.setEncoding('utf8')
    stream.on('data', (text: string) => this.#take(text))
    this.ended = new Promise(resolve => stream.once('close', resolve))
  }

  get lastId(): string | undefined {
    return this.events.findLast(({ id }) => id !== undefined)?.id
  }

  async until(isIt: (message: Message) => boolean): Promise<Message> {
    for (;;) {
      const found = this.events.find(({ data }) => isIt(data))
      if (found !== undefined) return found.data
      await this.arrival()
    }
  }

  arrival(): Promise<void> {
    return new Promise(resolve => this.#arrived.push(resolve))
  }

  #take(text: string): void {
    this.raw += text
    const blocks = (this.#left + text).split('\n\n')
    this.#left = blocks.pop() ?? ''
    for (const block of blocks) {
      const data = /^data: (.*)$/m.exec(block)?.[1]
      if (data !== undefined) this.events.push({ id: /^id: (.*)$/m.exec(block)?.[1], data: JSON.parse(data) })
    }
    for (const arrive of this.#arrived.splice(0)) arrive()
  }
}

const JSON_FIELDS = { 'content-type': 'application/json' }

/** A client of one endpoint. */
export class RawClient {
  readonly wire: Wire
  readonly #more: Fields
  connection = ''

  constructor(wire: Wire, more: Fields = {}) {
    this.wire = wire
    this.#more = more
  }

  async ask(said: Said): Promise<Answered> {
    const { status, headers, stream } = await this.wire.send({
      ...said,
      headers: { ...this.#more, ...said.headers },
    })
    stream.setEncoding('utf8')
    let text = ''
    for await (const piece of stream) text += piece
    return { status, headers, text }
  }

  get named(): Fields {
    return { 'acp-connection-id': this.connection }
  }

  post(message: unknown, headers: Fields = {}): Promise<Answered> {
    const body = typeof message === 'string' ? message : JSON.stringify(message)
    return this.ask({ method: 'POST', headers: { ...JSON_FIELDS, ...headers }, body })
  }

  async initialize(protocolVersion = 1): Promise<Answered> {
    const info = { name: 'raw', version: '1' }
    const params = { protocolVersion, clientCapabilities: {}, capabilities: {}, info, clientInfo: info }
    const answered = await this.post(opening({ params }))
    this.connection = String(answered.headers['acp-connection-id'])
    return answered
  }

  say(message: { readonly params?: object }, headers: Fields = {}): Promise<Answered> {
    const session = Reflect.get(message.params ?? {}, 'sessionId')
    return this.post(
      { jsonrpc: '2.0', ...message },
      {
        ...this.named,
        ...(typeof session === 'string' ? { 'acp-session-id': session } : {}),
        ...headers,
      },
    )
  }

  /** The status where it is no stream. */
  async get(headers: Fields = {}): Promise<EventStream | number> {
    const reply = await this.wire.send({
      headers: { accept: 'text/event-stream', ...this.#more, ...this.named, ...headers },
    })
    if (reply.status === 200) return new EventStream(reply)
    reply.stream.resume()
    return reply.status
  }

  async listen(headers: Fields = {}): Promise<EventStream> {
    const stream = await this.get(headers)
    if (typeof stream === 'number') throw new Error(`the stream was answered ${stream}`)
    return stream
  }

  /** Opens a connection, its stream and a session with its stream. */
  async begin(): Promise<{
    readonly own: EventStream
    readonly session: EventStream
    readonly sessionId: string
  }> {
    await this.initialize()
    const own = await this.listen()
    await this.say({ id: 'new', method: 'session/new', params: { cwd: '/', mcpServers: [] } } as object)
    const { result } = await own.until(({ id }) => id === 'new')
    const sessionId = result?.sessionId ?? ''
    return { own, sessionId, session: await this.listen({ 'acp-session-id': sessionId }) }
  }

  prompt(id: unknown, sessionId: string, text: string): Promise<Answered> {
    const prompt = [{ type: 'text', text }]
    return this.say({ id, method: 'session/prompt', params: { sessionId, prompt } } as object)
  }
}

export function opening(more: object = {}): object {
  return {
    jsonrpc: '2.0',
    id: 0,
    method: 'initialize',
    params: { protocolVersion: 1, clientCapabilities: {} },
    ...more,
  }
}

export function textsOf(stream: EventStream): string[] {
  return stream.events.flatMap(({ data }) => data.params?.update?.content?.text ?? [])
}
