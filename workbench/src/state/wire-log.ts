/** Every message of the connection to one agent, as it passed. Kept in order, in memory, up to a bound. */

import type { MessageEntry } from '@parley/acp/inspect'

const MOST_ENTRIES = 200_000
const MOST_BYTES = 128 * 1024 * 1024

export class WireLog {
  readonly agent: string
  /** When it began, in milliseconds since 1970; every `at` counts from here. */
  readonly startedAt: number
  #entries: MessageEntry[] = []
  #bytes = 0
  #dropped = 0
  readonly #listeners = new Set<() => void>()

  constructor(agent: string, startedAt: number) {
    this.agent = agent
    this.startedAt = startedAt
  }

  /** Only ever added to, but for the oldest, which are let go at the bound. */
  get entries(): readonly MessageEntry[] {
    return this.#entries
  }

  /** How many were let go. */
  get dropped(): number {
    return this.#dropped
  }

  add(entry: MessageEntry): void {
    this.#entries.push(entry)
    this.#bytes += entry.bytes
    if (this.#entries.length > MOST_ENTRIES || this.#bytes > MOST_BYTES) this.#letGo()
    for (const listen of this.#listeners) listen()
  }

  /** Returns a function that ends it. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  // A tenth at a time: dropping one from the front of a long array costs as much as dropping many.
  #letGo(): void {
    const count = Math.ceil(this.#entries.length / 10)
    for (const { bytes } of this.#entries.slice(0, count)) this.#bytes -= bytes
    this.#entries = this.#entries.slice(count)
    this.#dropped += count
  }
}
