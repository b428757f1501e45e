/**
 * Small messages of a principal, so many for each turn of the event loop, of one of its connections after the other: however
 * many it sends at once, whoever else is there gets a word in between. Whoever has more to say waits for the next turn.
 */

import type { Turns } from '@parley/acp/transport'

const MOST_MESSAGES = 8
const MOST_BYTES = 64 * 1024
const MOST_MILLISECONDS = 1

export class Rounds implements Turns {
  readonly #waiting = new Set<() => void>()
  #isPlanned = false
  #messages = 0
  #bytes = 0
  #begun = 0

  /** The first of a turn always may. */
  take(bytes: number): boolean {
    if (this.#messages === 0) this.#begun = performance.now()
    else if (!this.#hasRoom(bytes)) return false
    this.#messages++
    this.#bytes += bytes
    this.#plan()
    return true
  }

  wait(go: () => void): () => void {
    this.#waiting.add(go)
    this.#plan()
    return () => void this.#waiting.delete(go)
  }

  #hasRoom(bytes: number): boolean {
    if (this.#messages >= MOST_MESSAGES || this.#bytes + bytes > MOST_BYTES) return false
    return performance.now() - this.#begun < MOST_MILLISECONDS
  }

  #plan(): void {
    if (this.#isPlanned) return
    this.#isPlanned = true
    setImmediate(this.#next)
  }

  readonly #next = (): void => {
    this.#isPlanned = false
    this.#messages = 0
    this.#bytes = 0
    // Whoever is not done stands at the end of the line again, and is not called twice.
    for (const go of [...this.#waiting]) {
      if (this.#messages > 0 && !this.#hasRoom(0)) break
      if (this.#waiting.delete(go)) go()
    }
    if (this.#waiting.size > 0) this.#plan()
  }
}
