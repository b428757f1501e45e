/**
 * A client's connection, held to what its principal may have: who says too much too quickly is read more slowly, and who
 * goes on like that is closed and told why. Gives back its place among the connections when it ends.
 */

import { setTimeout as pause } from 'node:timers/promises'
import type { Delivery } from '@parley/acp/jsonrpc'
import type { Port } from '@parley/acp/transport'
import type { Allowance, Release } from '../guard/allowance.js'

/** Why a connection was closed, in a word for its client. */
export type Excess = 'too_many_requests' | 'too_many_bytes'

/** What a connection is held to. */
export interface Meter {
  readonly allowance: Allowance
  readonly release: Release
  /** Whether each message counts as a request; where each comes with a request of its own, that was counted. */
  readonly countsMessages: boolean
  readonly onExcess: (excess: Excess) => void
}

// Slowed down for so long within the last while, a client has had its warning.
const MOST_DELAY_MILLISECONDS = 3_000
const FORGIVING_MILLISECONDS = 30_000

export class MeteredPort implements Port {
  readonly id: string
  readonly isResumable: boolean | undefined
  readonly incoming: AsyncIterable<Delivery>
  readonly announce?: (session: string) => void
  readonly #port: Port
  readonly #meter: Meter
  #delayed = 0
  #lastDelay = 0

  constructor(port: Port, meter: Meter) {
    this.id = port.id
    this.isResumable = port.isResumable
    this.incoming = this.#read()
    if (port.announce !== undefined) this.announce = session => port.announce?.(session)
    this.#port = port
    this.#meter = meter
  }

  get isClosed(): boolean | undefined {
    return this.#port.isClosed
  }

  get onListen(): Port['onListen'] {
    return this.#port.onListen
  }

  set onListen(listen: Port['onListen']) {
    this.#port.onListen = listen
  }

  close(reason?: string, isFault?: boolean): Promise<void> {
    return this.#port.close(reason, isFault)
  }

  async *#read(): AsyncGenerator<Delivery, void, undefined> {
    const { allowance, release } = this.#meter
    try {
      for await (const delivery of this.#port.incoming) {
        const debt = allowance.received(delivery.sizes.reduce((sum, size) => sum + size, 0))
        if (!(await this.#maySay(delivery.messages))) return
        yield delivery
        if (debt > 0 && !(await this.#delay(debt, 'too_many_bytes'))) return
      }
    } finally {
      release()
    }
  }

  async #maySay(messages: readonly unknown[]): Promise<boolean> {
    if (!this.#meter.countsMessages) return true
    for (const message of messages) if (!(await this.#mayAsk(message))) return false
    return true
  }

  /** Answers are what the agent asked for: their number is not the client's doing. */
  async #mayAsk(message: unknown): Promise<boolean> {
    if (typeof message !== 'object' || message === null || !('method' in message)) return true
    for (;;) {
      const wait = this.#meter.allowance.takeRequest()
      if (wait === 0) return true
      if (!(await this.#delay(wait, 'too_many_requests'))) return false
    }
  }

  /** While it waits nothing is read, and the network holds the client back. */
  async #delay(milliseconds: number, excess: Excess): Promise<boolean> {
    const now = Date.now()
    if (now - this.#lastDelay > FORGIVING_MILLISECONDS) this.#delayed = 0
    this.#delayed += milliseconds
    if (this.#delayed > MOST_DELAY_MILLISECONDS) {
      this.#meter.onExcess(excess)
      await this.#port.close(excess, true)
      return false
    }
    await pause(milliseconds)
    this.#lastDelay = Date.now()
    return true
  }
}
