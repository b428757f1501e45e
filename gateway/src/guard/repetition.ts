/** Lets the same thing be said a few times a minute and counts the rest: a flood must not drown what else is said. */

import { Recent } from './recent.js'

const MINUTE = 60_000
const MOST_ALIKE = 5
const MOST_IN_ALL = 300
const MOST_REMEMBERED = 1_000

export class Repetition {
  readonly #now: () => number
  readonly #said = new Recent<number>(MOST_REMEMBERED)
  #since: number
  #inAll = 0
  #unsaid = 0

  constructor(now: () => number) {
    this.#now = now
    this.#since = now()
  }

  get size(): number {
    return this.#said.size
  }

  /** Whether this one is said. */
  mayThis(what: string): boolean {
    this.#renew()
    const times = (this.#said.get(what) ?? 0) + 1
    this.#said.set(what, times)
    if (times <= MOST_ALIKE && this.#inAll < MOST_IN_ALL) {
      this.#inAll += 1
      return true
    }
    this.#unsaid += 1
    return false
  }

  /** How many were not said since this was last asked. */
  takeUnsaid(): number {
    const unsaid = this.#unsaid
    this.#unsaid = 0
    return unsaid
  }

  /** A new minute for everybody at once: simpler than one for each, and as good. */
  #renew(): void {
    if (this.#now() - this.#since < MINUTE) return
    this.#since = this.#now()
    this.#inAll = 0
    this.#said.clear()
  }
}
