/** Holds back what is written into a stream until the end of the turn of the event loop, so that it leaves in one piece. */

import type { Duplex } from 'node:stream'

// Beyond this what has gathered goes out at once: the peer works on it while the rest is still being written.
const ENOUGH_BYTES = 64 * 1024

export class Cork {
  readonly #carrier: Duplex
  #isIn = false

  constructor(carrier: Duplex) {
    this.#carrier = carrier
  }

  /** To be called before each write. */
  hold(): void {
    if (this.#isIn) {
      if (this.#carrier.writableLength <= ENOUGH_BYTES) return
      this.#carrier.uncork()
      this.#carrier.cork()
      return
    }
    this.#isIn = true
    this.#carrier.cork()
    process.nextTick(this.#pull)
  }

  readonly #pull = (): void => {
    this.#isIn = false
    this.#carrier.uncork()
  }
}
