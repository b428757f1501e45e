/**
 * A client's connection, held to what its principal may have: who says too much too quickly is read more slowly, and who
 * goes on like that is closed and told why. Has a place among the connections until it ends.
 */

import { setTimeout as pause } from 'node:timers/promises'
import type { Delivery } from '@parley/acp/jsonrpc'
import type { Port } from '@parley/acp/transport'
import { type Allowance, type Holder, type Release, SMALL_BYTES } from '../guard/allowance.js'

/** Why a connection is closed, in a word for its client. */
export const EXCESS = 'too_many_requests'

/** What a connection is held to. */
export interface Meter {
  readonly allowance: Allowance
  /**
   * Whether messages count as requests. Where each comes with a request of its own, that was counted, and refused.
   */
  readonly isSocket: boolean
  readonly onExcess: () => void
  readonly onEnd: () => void
}

// Slowed down for so long within the last while, a client has had its warning.
const MOST_DELAY_MILLISECONDS = 3_000
const FORGIVING_MILLISECONDS = 30_000

export class MeteredPort implements Port, Holder {
  readonly id: string
  readonly isResumable: boolean | undefined
  readonly incoming: AsyncIterable<Delivery>
  readonly announce?: (session: string) => void
  readonly #port: Port
  readonly #meter: Meter
  #release: Release | undefined
  #wasted = 0
  #isOver = false
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

  get idleSince(): number | undefined {
    return this.#port.idleSince
  }

  get onListen(): Port['onListen'] {
    return this.#port.onListen
  }

  set onListen(listen: Port['onListen']) {
    this.#port.onListen = listen
  }

  /** False where there are as many connections as may be. */
  takePlace(): boolean {
    this.#release = this.#meter.allowance.openConnection(this)
    return this.#release !== undefined
  }

  /** Its client has not been here for a while, and another one of the same principal wants the place. */
  leave(): void {
    void this.close('forsaken')
  }

  /** Something was said here that nobody had asked for, and that is no request either: it costs as much as one. */
  wasted(): void {
    this.#wasted++
  }

  /** Gives its place back also where nobody ever read what came. */
  close(reason?: string, isFault?: boolean): Promise<void> {
    this.#end()
    return this.#port.close(reason, isFault)
  }

  async *#read(): AsyncGenerator<Delivery, void, undefined> {
    const { allowance } = this.#meter
    try {
      for await (const delivery of this.#port.incoming) {
        yield* this.#each(delivery)
        if (this.#isOver) return
        const debt = isLarge(delivery) ? allowance.debt : 0
        if (debt > 0) await pause(Math.min(debt, MOST_DELAY_MILLISECONDS))
      }
    } finally {
      // One that is not read any more but lives on still has its place, until whoever serves it closes it.
      if (this.isClosed !== false) this.#end()
    }
  }

  /** What came together is acted upon as there is time for it, beside what others say. */
  async *#each({ messages, sizes }: Delivery): AsyncGenerator<Delivery, void, undefined> {
    const { allowance, isSocket } = this.#meter
    for (const [index, message] of messages.entries()) {
      const size = sizes[index] ?? 0
      if (isSocket && !isAnswer(message) && !(await this.#mayAsk())) return
      const turn = allowance.mayAct(size)
      if (turn !== undefined) await turn
      yield { messages: [message], sizes: [size] }
      for (; this.#wasted > 0; this.#wasted--) if (!(await this.#mayAsk())) return
    }
  }

  #end(): void {
    this.#release?.()
    this.#meter.onEnd()
  }

  async #mayAsk(): Promise<boolean> {
    for (;;) {
      const wait = this.#meter.allowance.takeRequest()
      if (wait === 0) return true
      if (!(await this.#delay(wait))) return false
    }
  }

  /** While it waits nothing is read, and the network holds the client back. */
  async #delay(milliseconds: number): Promise<boolean> {
    const now = Date.now()
    if (now - this.#lastDelay > FORGIVING_MILLISECONDS) this.#delayed = 0
    this.#delayed += milliseconds
    if (this.#delayed > MOST_DELAY_MILLISECONDS) {
      this.#isOver = true
      this.#meter.onExcess()
      await this.close(EXCESS, true)
      return false
    }
    await pause(milliseconds)
    this.#lastDelay = Date.now()
    return true
  }
}

function isLarge({ sizes }: Delivery): boolean {
  let sum = 0
  for (const size of sizes) sum += size
  return sum > SMALL_BYTES
}

/** Answers are what the agent asked for: their number is not the client's doing. Those that answer nothing cost later. */
function isAnswer(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'id' in message && !('method' in message)
}
