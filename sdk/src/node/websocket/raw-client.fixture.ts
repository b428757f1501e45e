/** A client that says whatever a test wants it to, on a bare socket of `ws`, and keeps what it hears. */

import { once } from 'node:events'
import { type ClientOptions, WebSocket } from 'ws'
import { DELIVERY_META } from '../../protocol/remote.js'

/** A message as it was heard. */
export interface Heard {
  readonly id?: unknown
  readonly method?: string
  readonly params?: { readonly [name: string]: unknown }
  readonly result?: { readonly [name: string]: unknown }
  readonly error?: {
    readonly code: number
    readonly message: string
    readonly data?: { readonly reason?: string }
  }
  readonly _event?: string
}

export const INITIALIZE = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: 1, clientCapabilities: {} },
}

export class RawClient {
  readonly socket: WebSocket
  readonly heard: Heard[] = []
  readonly closed: Promise<number>
  #look = (): void => {}

  constructor(url: string, options: ClientOptions = {}) {
    this.socket = new WebSocket(url, { perMessageDeflate: false, ...options })
    this.socket.on('error', () => {})
    this.socket.on('message', text => {
      this.heard.push(JSON.parse(String(text)))
      this.#look()
    })
    this.closed = once(this.socket, 'close').then(([code]) => {
      this.#look()
      return code as number
    })
  }

  static async opened(url: string, options?: ClientOptions): Promise<RawClient> {
    const client = new RawClient(url, options)
    await once(client.socket, 'open')
    return client
  }

  /** One that has shaken hands. */
  static async initialized(url: string, options?: ClientOptions): Promise<RawClient> {
    const client = await RawClient.opened(url, options)
    client.say(INITIALIZE)
    await client.until(({ id }) => id === 0)
    return client
  }

  /** Asks for numbers; returns what the server calls the connection. */
  async initializeForReturn(): Promise<{ readonly connectionId?: string }> {
    this.say({ ...INITIALIZE, params: { ...INITIALIZE.params, _meta: { [DELIVERY_META]: true } } })
    const { result } = await this.until(({ id }) => id === 0)
    const meta = (result?._meta ?? {}) as { readonly [DELIVERY_META]?: { readonly connectionId: string } }
    return meta[DELIVERY_META] ?? {}
  }

  say(message: unknown): void {
    this.socket.send(JSON.stringify(message))
  }

  /** The first message of this kind that was heard, or will be. */
  async until(is: (message: Heard) => boolean): Promise<Heard> {
    for (;;) {
      const found = this.heard.find(is)
      if (found !== undefined) return found
      if (this.socket.readyState === WebSocket.CLOSED) throw new Error('the socket was closed before')
      await new Promise<void>(resolve => {
        this.#look = resolve
      })
    }
  }

  /** Asks for something and waits for the answer. */
  async ask(id: number, method: string, params: object): Promise<Heard> {
    this.say({ jsonrpc: '2.0', id, method, params })
    return await this.until(message => message.id === id && message.method === undefined)
  }
}
