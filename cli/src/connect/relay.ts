/** Two channels as one wire: what comes in here goes out there, in order, and nothing of it is changed. */

import { type Channel, Malformed, type Outgoing } from '@parley/acp/jsonrpc'
import { rpcError } from '@parley/acp/protocol'

/** The client's end of the wire, and the agent's. */
export interface Ends {
  readonly client: Channel
  readonly agent: Channel
  /** Told in a word of what came from the agent and was no message. */
  readonly onMalformed: (reason: string) => void
}

type Fields = Readonly<Record<string, unknown>>

/** Carries messages both ways, and knows what is still owed to the client. */
export class Relay {
  readonly #ends: Ends
  readonly #owed = new Set<unknown>()
  #settled: (() => void) | undefined

  constructor(ends: Ends) {
    this.#ends = ends
  }

  /** Resolves at the end of the client's input. */
  async toAgent(): Promise<void> {
    for await (const { messages } of this.#ends.client.incoming)
      for (const message of messages) await this.#ask(message)
  }

  /** Resolves at the end of what the agent says; rejects with the reason when its server is lost. */
  async toClient(): Promise<void> {
    for await (const { messages } of this.#ends.agent.incoming)
      for (const message of messages) await this.#tell(message)
  }

  /** Resolves when every request of the client has been answered. */
  async untilSettled(): Promise<void> {
    if (this.#owed.size === 0) return
    await new Promise<void>(resolve => {
      this.#settled = resolve
    })
  }

  async #ask(message: unknown): Promise<void> {
    if (message instanceof Malformed) return await this.#refuse(message)
    const { id, method } = fieldsOf(message)
    if (id !== undefined && method !== undefined) this.#owed.add(id)
    await send(this.#ends.agent, message)
  }

  async #tell(message: unknown): Promise<void> {
    if (message instanceof Malformed) return this.#ends.onMalformed(message.reason)
    await send(this.#ends.client, message)
    const { id, method } = fieldsOf(message)
    if (method === undefined && this.#owed.delete(id) && this.#owed.size === 0) this.#settled?.()
  }

  /** As an agent would: what cannot be read cannot be passed on. */
  async #refuse({ reason, detail }: Malformed): Promise<void> {
    const { code, message, data } = rpcError(reason === 'not_utf8' ? 'parse_error' : reason, detail)
    await send(this.#ends.client, { jsonrpc: '2.0', id: null, error: { code, message, data } })
  }
}

function fieldsOf(message: unknown): Fields {
  return typeof message === 'object' && message !== null ? (message as Fields) : {}
}

/** What was parsed from a wire is a message, or the other end will say that it is none. */
async function send(channel: Channel, message: unknown): Promise<void> {
  await channel.send(message as Outgoing, JSON.stringify(message))
}
