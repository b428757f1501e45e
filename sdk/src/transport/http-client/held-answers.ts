/**
 * Order between two streams. A session that is loaded tells its history on its own stream and is answered on the
 * connection's: the answer may overtake what was said before it. So it waits until that stream has fallen quiet.
 */

import { Fifo } from '../../jsonrpc/fifo.js'
import type { Arrival } from '../remote/link.js'
import type { EventStream } from './event-stream.js'
import type { Lifespan } from './lifespan.js'

const QUIET_MILLISECONDS = 25
const LONGEST_MILLISECONDS = 3_000
const MOST_BYTES = 1024 * 1024

interface Held {
  readonly arrival: Arrival
  /** The stream that is to be heard out first. */
  readonly behind: EventStream | undefined
}

export class HeldAnswers {
  readonly #deliver: (arrival: Arrival) => void
  readonly #lifespan: Lifespan
  readonly #held = new Fifo<Held>()
  #bytes = 0
  #isWaiting = false

  constructor(deliver: (arrival: Arrival) => void, lifespan: Lifespan) {
    this.#deliver = deliver
    this.#lifespan = lifespan
  }

  /** Takes what came on the connection's own stream; whatever comes behind one that waits, waits with it. */
  take(arrival: Arrival, behind: EventStream | undefined): void {
    if (!this.#isWaiting && behind === undefined) return this.#deliver(arrival)
    this.#held.push({ arrival, behind })
    this.#bytes += arrival.size
    if (!this.#isWaiting) void this.#letThrough()
  }

  async #letThrough(): Promise<void> {
    this.#isWaiting = true
    for (let next = this.#held.shift(); next !== undefined; next = this.#held.shift()) {
      if (next.behind !== undefined) await this.#heardOut(next.behind)
      // What was not delivered when the link ended has not been heard, and is told again on the next.
      if (this.#lifespan.isOver) return
      this.#bytes -= next.arrival.size
      this.#deliver(next.arrival)
    }
    this.#isWaiting = false
  }

  async #heardOut(stream: EventStream): Promise<void> {
    const latest = Date.now() + LONGEST_MILLISECONDS
    do await this.#lifespan.pause(QUIET_MILLISECONDS)
    while (
      !this.#lifespan.isOver &&
      (stream.isPaused || (stream.hasSpokenWithin(QUIET_MILLISECONDS) && Date.now() < latest)) &&
      this.#bytes <= MOST_BYTES
    )
  }
}
