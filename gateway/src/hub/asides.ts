/**
 * What one client is to be told beside the log: each thing under a name and once, however often it is said, and put into
 * words only when there is room for them. So whoever does not read costs no more than a list of names.
 */

import type { Outlet } from '@parley/acp/transport'

// More than an agent can ask at once.
const MOST_NAMES = 2_048

/** Nothing, where it is not worth saying any more. */
export type Words = () => string | undefined

export class Asides {
  readonly #waiting = new Map<string, Words>()

  get size(): number {
    return this.#waiting.size
  }

  /** In place of what waits under the same name. */
  add(name: string, words: Words): void {
    this.#waiting.set(name, words)
    const [oldest] = this.#waiting.keys()
    if (this.#waiting.size > MOST_NAMES && oldest !== undefined) this.#waiting.delete(oldest)
  }

  /** Says all of it; a promise as soon as there is no more room. */
  say(outlet: Outlet): Promise<void> | undefined {
    for (const [name, words] of this.#waiting) {
      this.#waiting.delete(name)
      const text = words()
      const full = text === undefined ? undefined : outlet.write(text)
      if (full !== undefined) return full
    }
    return undefined
  }

  clear(): void {
    this.#waiting.clear()
  }
}
