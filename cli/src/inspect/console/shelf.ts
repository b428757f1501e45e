/** The last messages of a wire, to be looked at and sent again. Bounded; rows are kept longer than these. */

import type { Entry } from '@parley/acp/inspect'

const MOST_ENTRIES = 20_000
const MOST_BYTES = 64 * 1024 * 1024

export class EntryShelf {
  readonly #entries = new Map<number, Entry>()
  readonly #mostBytes: number
  #first = 0
  #next = 0
  #bytes = 0

  constructor(mostBytes = MOST_BYTES) {
    this.#mostBytes = mostBytes
  }

  add(entry: Entry): void {
    this.#entries.set(this.#next++, entry)
    this.#bytes += sizeOf(entry)
    // The last one is kept whatever it takes: it is the one that people look at.
    while (this.#entries.size > MOST_ENTRIES || (this.#bytes > this.#mostBytes && this.#entries.size > 1))
      this.#drop()
  }

  /** By its place from the beginning; nothing where it has gone. */
  at(place: number): Entry | undefined {
    return this.#entries.get(place)
  }

  #drop(): void {
    const entry = this.#entries.get(this.#first)
    this.#entries.delete(this.#first++)
    if (entry !== undefined) this.#bytes -= sizeOf(entry)
  }
}

const sizeOf = (entry: Entry): number => ('bytes' in entry ? entry.bytes : 0)
