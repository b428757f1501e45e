/** A wire to an agent that can be laid anew: some agents take one greeting per connection, and no second. */

import type { Channel, Delivery, Outgoing } from '../../jsonrpc/index.js'

/**
 * What is told with these very params is told to the wire itself: the agent is to be spoken to on a new connection. It
 * is known by reference, so that no peer can say it, whatever the words.
 */
export const REOPENING: object = Object.freeze({})

/** The same wire, which goes on over another connection as soon as it is told to; what is sent meanwhile waits. */
export function reopening(channel: Channel, reopen: () => Promise<Channel>): Channel {
  return new Reopening(channel, reopen)
}

class Reopening implements Channel {
  readonly incoming: AsyncIterable<Delivery>
  readonly #reopen: () => Promise<Channel>
  #channel: Channel
  #next: Promise<Channel> | undefined
  #isClosed = false

  constructor(channel: Channel, reopen: () => Promise<Channel>) {
    this.#channel = channel
    this.#reopen = reopen
    this.incoming = this.#read()
  }

  send(message: Outgoing, text: string): Promise<void> | undefined {
    if (isReopening(message)) {
      this.#next = this.#replace(this.#channel)
      // Whoever reads hears of a failure; here it is only noted that somebody does.
      this.#next.catch(() => {})
      return undefined
    }
    if (this.#next === undefined) return this.#channel.send(message, text)
    return this.#next.then(channel => channel.send(message, text)).catch(() => {})
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#next?.catch(() => {})
    await this.#channel.close()
  }

  async *#read(): AsyncGenerator<Delivery> {
    for (;;) {
      const current = this.#channel
      yield* this.#untilReplaced(current)
      if (this.#next === undefined) return
      const next = await this.#next
      this.#next = undefined
      if (this.#isClosed || next === current) return
    }
  }

  /** What an abandoned connection still says, or how it ends, is nobody's concern. */
  async *#untilReplaced(channel: Channel): AsyncGenerator<Delivery> {
    try {
      for await (const delivery of channel.incoming) {
        if (this.#next !== undefined) return
        yield delivery
        if (this.#next !== undefined) return
      }
    } catch (error) {
      if (this.#next === undefined) throw error
    }
  }

  async #replace(old: Channel): Promise<Channel> {
    await old.close()
    const channel = await this.#reopen()
    this.#channel = channel
    if (this.#isClosed) await channel.close()
    return channel
  }
}

function isReopening(message: Outgoing): boolean {
  return !Array.isArray(message) && 'params' in message && message.params === REOPENING
}
