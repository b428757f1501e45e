/** A channel of ours as a transport of the MCP client: so a server is a process like any other that we start and end. */

import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import { type Channel, encode, type Limits, Malformed, type Outgoing } from '../jsonrpc/index.js'
import type { ClientPackage } from './client-package.js'

/** What a transport keeps to and tells, beyond what the MCP client asks of it. */
export interface Watched {
  readonly limits: Limits
  /** A message came that cannot be read, and why; whoever waits for it waits in vain. */
  readonly onUnreadable: (why: string) => void
}

/** Carries messages until the process, or we, end it. */
export class ChannelTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage) => void
  readonly #channel: Channel
  readonly #parse: ClientPackage['parseJSONRPCMessage']
  readonly #watched: Watched
  #reason: string | undefined
  #isClosed = false

  constructor(channel: Channel, { parseJSONRPCMessage }: ClientPackage, watched: Watched) {
    this.#channel = channel
    this.#parse = parseJSONRPCMessage
    this.#watched = watched
  }

  /** How it ended, where it was not we who ended it. */
  get reason(): string | undefined {
    return this.#reason
  }

  async start(): Promise<void> {
    void this.#read()
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const outgoing: Outgoing = 'error' in message ? { ...message, id: message.id ?? null } : message
    await this.#channel.send(outgoing, encode(outgoing, this.#watched.limits))
  }

  async close(): Promise<void> {
    this.#finish()
    await this.#channel.close()
  }

  async #read(): Promise<void> {
    try {
      for await (const { messages } of this.#channel.incoming)
        for (const message of messages) this.#take(message)
      this.#reason ??= 'the server closed its output'
    } catch (error) {
      this.#reason ??= error instanceof Error ? error.message : 'the server is gone'
    }
    this.#finish()
  }

  /** What a server prints where messages belong is no message, and harms nothing. */
  #take(message: unknown): void {
    if (message instanceof Malformed) {
      if (message.reason !== 'parse_error') this.#watched.onUnreadable(message.detail)
      return
    }
    try {
      this.onmessage?.(this.#parse(message))
    } catch {
      this.onerror?.(new Error('the server sent something that is no message'))
    }
  }

  #finish(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.onclose?.()
  }
}
