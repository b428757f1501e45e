/** Words of one message, said one after the other while the journal was busy, and kept as one entry. */

import type { EntryContract, SessionLog } from '../store/index.js'
import type { ChunkText } from './chunk-text.js'

/** The words of a chunk, and what all chunks of its message have in common. */
export interface Said {
  readonly chunks: ChunkText
  readonly words: string
  /** The words as JSON. */
  readonly quoted: string
}

// A replay tells them in one update: it must stay below what anybody allows a message to have.
const MOST_CHARACTERS = 16 * 1024

export class SaidRun {
  readonly chunks: ChunkText
  /** Settles as the journal says of the entry. */
  readonly kept: Promise<void>
  readonly #contract: EntryContract
  #settle: (kept: Promise<void> | undefined) => void = () => {}
  #words = ''
  /** The same as JSON, but for its quotes: to quote all of them once more would cost as much as to quote each of them. */
  #quoted = ''

  constructor(chunks: ChunkText, contract: EntryContract) {
    this.chunks = chunks
    this.#contract = contract
    this.kept = new Promise(resolve => {
      this.#settle = resolve
    })
  }

  hasRoomFor(words: string): boolean {
    return this.#words.length + words.length <= MOST_CHARACTERS
  }

  add({ words, quoted }: Said): void {
    this.#words += words
    // Nearly all words are the same as JSON, and then nothing need be cut.
    this.#quoted += quoted.length === words.length + 2 ? words : quoted.slice(1, -1)
  }

  /** Puts all of it into the journal. */
  keep(log: SessionLog): void {
    const update = this.chunks.update(this.#words)
    const entry = { kind: 'update', contract: this.#contract, update } as const
    this.#settle(log.append(entry, undefined, this.chunks.around(`"${this.#quoted}"`)))
  }
}
