/** The port of a client that spells the protocol in its own way, as a port of version 1. Such a client has all streams in one. */

import { type DialectName, dialect } from '@parley/acp/dialect'
import type { Channel, Delivery } from '@parley/acp/jsonrpc'
import { type Outlet, type Port, servedChannel } from '@parley/acp/transport'

export class SpokenPort implements Port {
  readonly id: string
  readonly isResumable = false
  readonly incoming: AsyncIterable<Delivery>
  onListen: Port['onListen'] = () => 'unknown'
  readonly #port: Port
  readonly #channel: Channel
  readonly #closed: Promise<void>
  #end: () => void = () => {}

  constructor(port: Port, name: DialectName) {
    this.id = port.id
    this.#port = port
    this.#channel = dialect(servedChannel(port), name)
    this.#closed = new Promise(resolve => {
      this.#end = resolve
    })
    this.incoming = this.#read()
  }

  get isClosed(): boolean | undefined {
    return this.#port.isClosed
  }

  get idleSince(): number | undefined {
    return this.#port.idleSince
  }

  /** Whoever serves it is there, and is listened to. */
  begin(): void {
    this.announce(undefined)
  }

  announce(session: string | undefined): void {
    void this.onListen({ session, after: undefined, outlet: this.#outlet() })
  }

  async close(reason?: string, isFault?: boolean): Promise<void> {
    this.#end()
    await this.#channel.close()
    await this.#port.close(reason, isFault)
  }

  async *#read(): AsyncGenerator<Delivery> {
    try {
      yield* this.#channel.incoming
    } finally {
      this.#end()
    }
  }

  #outlet(): Outlet {
    return {
      write: text => (this.#port.isClosed === true ? undefined : this.#channel.send(JSON.parse(text), text)),
      close: () => {},
      closed: this.#closed,
    }
  }
}
