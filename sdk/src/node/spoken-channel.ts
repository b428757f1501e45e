/** A channel to a peer that spells version 1 in its own way. The translators are loaded when somebody wants one. */

import type { DialectChannelOptions, DialectName } from '../dialect/index.js'
import type { Channel, Delivery, Limits } from '../jsonrpc/index.js'

/** How the peer spells version 1, by name or with what the translator is to be told. */
export type Dialect = DialectName | (DialectChannelOptions & { readonly name: DialectName })

/** The channel as one of version 1; itself where nothing has to be translated. */
export function spoken(channel: Channel, dialect: Dialect | undefined, limits?: Partial<Limits>): Channel {
  return dialect === undefined ? channel : new SpokenChannel(channel, withName(dialect), limits)
}

type Named = DialectChannelOptions & { readonly name: DialectName }

/** The choice as an object, for those who have more to tell the translator. */
export function withName(dialect: Dialect): Named {
  return typeof dialect === 'string' ? { name: dialect } : dialect
}

class SpokenChannel implements Channel {
  readonly incoming: AsyncIterable<Delivery>
  readonly #opening: Promise<Channel>
  #channel: Channel | undefined
  /** What was sent too early and has not been handed on. */
  #queued = 0

  constructor(channel: Channel, { name, ...options }: Named, limits?: Partial<Limits>) {
    this.#opening = import('../dialect/index.js').then(({ dialect }) => {
      this.#channel = dialect(channel, name, { limits, ...options })
      return this.#channel
    })
    this.incoming = this.#read()
  }

  send(...message: Parameters<Channel['send']>): Promise<void> | undefined {
    if (this.#channel !== undefined && this.#queued === 0) return this.#channel.send(...message)
    this.#queued += 1
    return this.#opening.then(channel => {
      this.#queued -= 1
      return channel.send(...message)
    })
  }

  async close(): Promise<void> {
    await (await this.#opening).close()
  }

  async *#read(): AsyncGenerator<Delivery> {
    yield* (await this.#opening).incoming
  }
}
