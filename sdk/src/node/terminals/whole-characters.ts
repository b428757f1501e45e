/** Hands on what a stream brings in whole characters: the beginning of one waits for its end. */

import { headlessBytes, unfinishedBytes } from './characters.js'

const NOTHING = new Uint8Array(0)

/** One per stream: the halves of a character come by the same one. */
export class WholeCharacters {
  readonly #onBytes: (bytes: Uint8Array) => void
  #held: Uint8Array = NOTHING

  constructor(onBytes: (bytes: Uint8Array) => void) {
    this.#onBytes = onBytes
  }

  push(chunk: Uint8Array): void {
    const bytes = this.#held.length === 0 ? chunk : this.#complete(chunk)
    const held = unfinishedBytes(bytes)
    // A copy: a view of three bytes would keep the whole chunk alive.
    this.#held = held === 0 ? NOTHING : bytes.slice(bytes.length - held)
    if (held < bytes.length) this.#onBytes(held === 0 ? bytes : bytes.subarray(0, bytes.length - held))
  }

  /** Ends the character that waits with the first bytes of a chunk, which is not copied for it, and returns the rest. */
  #complete(chunk: Uint8Array): Uint8Array {
    const end = headlessBytes(chunk)
    const character = Buffer.concat([this.#held, chunk.subarray(0, end)])
    this.#held = NOTHING
    if (end === chunk.length && unfinishedBytes(character) > 0) return character
    this.#onBytes(character)
    return chunk.subarray(end)
  }

  /** Nothing more comes: what waits will never be complete, and is handed on as it is. */
  end(): void {
    const held = this.#held
    this.#held = NOTHING
    if (held.length > 0) this.#onBytes(held)
  }
}
