/** Clients in bytes of their own, the same to a test whatever carries them: they ask, hear, lose their network and come back. */

import { once } from 'node:events'
import { WebSocket } from 'ws'
import { ask, type Begun, type Fields, type Reply, type Wire } from './wire.fixture.js'

export interface Message {
  readonly id?: unknown
  readonly method?: string
  readonly params?: {
    readonly update?: { readonly sessionUpdate?: string; readonly content?: { readonly text?: string } }
  }
  readonly result?: Readonly<Record<string, unknown>>
  readonly error?: { readonly code: number; readonly data?: { readonly reason?: string } }
}

/** A message, and under which number it came. */
export interface Heard {
  readonly event: string | undefined
  readonly message: Message
}

export const INITIALIZE = {
  ...{ jsonrpc: '2.0', id: 0, method: 'initialize' },
  params: { protocolVersion: 1, clientCapabilities: {}, _meta: { 'parley.dev/delivery': true } },
}
export const HELLO = JSON.stringify(INITIALIZE)
export const JSON_TYPE = { 'content-type': 'application/json' }
const FAREWELL_MILLISECONDS = 1_000

/** How a connection ended: on a socket with a code and a word; streams just end. */
export interface End {
  readonly code?: number
  readonly reason?: string
}
export const ENDED: End = {}
export const bearer = (token: string): Fields => ({ authorization: `Bearer ${token}` })

/** What everybody heard, in the order of arrival, and whoever waits for more. */
class Ears {
  readonly heard: Heard[] = []
  readonly #arrived: (() => void)[] = []

  take(heard: Heard): void {
    this.heard.push(heard)
    this.stir()
  }

  stir(): void {
    for (const arrive of this.#arrived.splice(0)) arrive()
  }

  arrival(): Promise<void> {
    return new Promise(resolve => this.#arrived.push(resolve))
  }
}

export abstract class Peer {
  /** What the server calls the connection. */
  id = ''
  readonly ears = new Ears()
  #next = 1

  /** Resolves when nothing more can be heard. */
  abstract readonly closed: Promise<End>
  abstract say(message: object): Promise<void>
  /** Breaks the network under what is listened to; resolves when it is broken. */
  abstract cut(): Promise<void>
  /** Comes back for what it has not heard. */
  abstract resume(): Promise<void>
  /** Ends the connection, as a client does that needs it no longer. */
  abstract leave(): Promise<void>
  protected abstract follow(sessionId: string): Promise<void>

  async ask(method: string, params: object = {}): Promise<Message> {
    const id = `ask-${this.#next++}`
    await this.say({ jsonrpc: '2.0', id, method, params })
    return await this.until(message => message.id === id && message.method === undefined)
  }

  /** The first message of this kind that was heard, or will be. */
  async until(isIt: (message: Message) => boolean): Promise<Message> {
    for (;;) {
      const found = this.ears.heard.find(({ message }) => isIt(message))
      if (found !== undefined) return found.message
      await this.ears.arrival()
    }
  }

  async newSession(cwd: string): Promise<string> {
    const { result } = await this.ask('session/new', { cwd, mcpServers: [] })
    const sessionId = String(result?.sessionId)
    await this.follow(sessionId)
    return sessionId
  }

  /** The request under which the answer will come. */
  async prompt(sessionId: string, text: string): Promise<string> {
    const id = `prompt-${this.#next++}`
    const params = { sessionId, prompt: [{ type: 'text', text }] }
    await this.say({ jsonrpc: '2.0', id, method: 'session/prompt', params })
    return id
  }

  /** Everything that the agent said, and the numbers under which it was told. */
  get said(): readonly { readonly text: string; readonly event: string | undefined }[] {
    return this.ears.heard.flatMap(({ event, message }) => {
      const update = message.params?.update
      return update?.sessionUpdate === 'agent_message_chunk'
        ? [{ text: update.content?.text?.trim() ?? '', event }]
        : []
    })
  }
}

export interface Coming {
  readonly url: string
  readonly wire: Wire
  readonly token: string
}

export class HttpPeer extends Peer {
  readonly #coming: Coming
  readonly #streams = new Map<string, { begun: Begun; last: string; ended: Promise<unknown> }>()

  private constructor(coming: Coming) {
    super()
    this.#coming = coming
  }

  static async open(coming: Coming): Promise<HttpPeer> {
    const peer = new HttpPeer(coming)
    const { headers, status } = await peer.post(HELLO)
    if (status !== 200) throw new Error(`the opening was answered ${status}`)
    peer.id = String(headers['acp-connection-id'])
    await peer.follow('')
    return peer
  }

  post(body: string, more: Fields = {}): Promise<Reply> {
    const { wire, token } = this.#coming
    const named: Fields = this.id === '' ? {} : { 'acp-connection-id': this.id }
    return ask(wire, {
      method: 'POST',
      headers: { ...JSON_TYPE, ...bearer(token), ...named, ...more },
      body,
    })
  }

  async say(message: { readonly params?: { readonly sessionId?: string } }): Promise<void> {
    const session = message.params?.sessionId
    const header: Fields = session === undefined ? {} : { 'acp-session-id': session }
    const { status, text } = await this.post(JSON.stringify(message), header)
    if (status !== 202) throw new Error(`a post was answered ${status}: ${text}`)
  }

  async cut(): Promise<void> {
    const streams = [...this.#streams.values()]
    for (const { begun } of streams) begun.cut()
    await Promise.all(streams.map(({ ended }) => ended))
  }

  async resume(): Promise<void> {
    for (const [session, { last }] of this.#streams) await this.#listen(session, last)
  }

  async leave(): Promise<void> {
    const { wire, token } = this.#coming
    await ask(wire, { method: 'DELETE', headers: { ...bearer(token), 'acp-connection-id': this.id } })
    await this.cut()
    wire.close()
  }

  get closed(): Promise<End> {
    return Promise.all([...this.#streams.values()].map(({ ended }) => ended)).then(() => ENDED)
  }

  protected follow(session: string): Promise<void> {
    return this.#listen(session, '0')
  }

  async #listen(session: string, after: string): Promise<void> {
    const { wire, token } = this.#coming
    const begun = await wire.send({
      headers: {
        ...{ accept: 'text/event-stream', ...bearer(token), 'acp-connection-id': this.id },
        ...{ 'last-event-id': after, ...(session === '' ? {} : { 'acp-session-id': session }) },
      },
    })
    if (begun.status !== 200) throw new Error(`a stream was answered ${begun.status}`)
    const ended = new Promise(resolve => begun.body.once('close', resolve))
    const stream = { begun, last: after, ended }
    this.#streams.set(session, stream)
    let left = ''
    begun.body.setEncoding('utf8').on('data', (text: string) => {
      const blocks = (left + text).split('\n\n')
      left = blocks.pop() ?? ''
      for (const block of blocks) {
        const event = /^id: (.*)$/m.exec(block)?.[1]
        const data = /^data: (.*)$/m.exec(block)?.[1]
        if (event !== undefined) stream.last = event
        if (data !== undefined) this.ears.take({ event, message: JSON.parse(data) })
      }
    })
  }
}

export class SocketPeer extends Peer {
  readonly #coming: Omit<Coming, 'wire'>
  readonly #positions = new Map<string | undefined, string>()
  socket: WebSocket
  closed: Promise<End>

  private constructor(coming: Omit<Coming, 'wire'>) {
    super()
    this.#coming = coming
    this.socket = this.#open()
    this.closed = this.#end()
  }

  /** A socket that has said nothing yet. */
  static async opened(coming: Omit<Coming, 'wire'>): Promise<SocketPeer> {
    const peer = new SocketPeer(coming)
    await once(peer.socket, 'open')
    return peer
  }

  static async open(coming: Omit<Coming, 'wire'>): Promise<SocketPeer> {
    const peer = await SocketPeer.opened(coming)
    peer.socket.send(HELLO)
    const { result } = await peer.until(({ id }) => id === 0)
    const meta = result?._meta as { readonly 'parley.dev/delivery'?: { readonly connectionId: string } }
    peer.id = meta?.['parley.dev/delivery']?.connectionId ?? ''
    return peer
  }

  say(message: object): Promise<void> {
    this.socket.send(JSON.stringify(message))
    return Promise.resolve()
  }

  async cut(): Promise<void> {
    this.socket.terminate()
    await this.closed
  }

  async resume(): Promise<void> {
    this.socket = this.#open()
    this.closed = this.#end()
    await once(this.socket, 'open')
    const positions = [...this.#positions].map(([sessionId, event]) => ({ sessionId, event }))
    await this.ask('_parley/connection/resume', { connectionId: this.id, positions })
  }

  async leave(): Promise<void> {
    this.socket.close(1000)
    // A gateway that does not hear it is a fault of its own, and not this one's to show.
    const timer = setTimeout(() => this.socket.terminate(), FAREWELL_MILLISECONDS)
    await this.closed
    clearTimeout(timer)
  }

  protected follow(): Promise<void> {
    return Promise.resolve()
  }

  #open(): WebSocket {
    const { url, token } = this.#coming
    const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/acp`, {
      ...{ headers: bearer(token), perMessageDeflate: true },
    })
    socket.on('error', () => {})
    socket.on('message', text => this.#hear(JSON.parse(String(text))))
    return socket
  }

  #end(): Promise<End> {
    return new Promise(resolve =>
      this.socket.once('close', (code, reason) => resolve({ code, reason: String(reason) })),
    )
  }

  #hear({ _event: event, ...message }: Message & { readonly _event?: string }): void {
    const session = Reflect.get(message.params ?? {}, 'sessionId')
    const ofSession = typeof session === 'string' ? session : this.#sessionOf(message)
    if (event !== undefined) this.#positions.set(ofSession, event)
    this.ears.take({ event, message })
  }

  /** The answer to a prompt is told where the prompt was carried out. */
  #sessionOf({ id }: Message): string | undefined {
    return typeof id === 'string' && id.startsWith('prompt-')
      ? [...this.#positions.keys()].find(key => key !== undefined)
      : undefined
  }
}
