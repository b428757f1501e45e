/** Counts what has come on a socket and is no whole message yet: the package keeps it, and says nothing of it. */

import type { Freight } from '../../transport/index.js'

// What a piece takes beside its bytes: whoever sends a byte at a time must not get the rest for nothing.
const PIECE_BYTES = 256

// Pings and pongs are masked and short: this stands before their words. What they weigh is forgotten after a while.
const ASIDE_HEAD_BYTES = 6
const ASIDE_MILLISECONDS = 10_000

export class Tally {
  readonly #freight: Freight
  #bytes = 0
  #hasHeard = false
  /** Bytes of pings and pongs: in the piece that is read now, and of late. */
  #aside = 0
  #asides = 0
  #asidesSince = 0

  constructor(freight: Freight) {
    this.#freight = freight
  }

  /** A message was whole: what came before it is in other hands. */
  heard(): void {
    this.#hasHeard = true
  }

  /** A ping or a pong was whole: it is no part of a message, and nobody keeps it. */
  readonly heardAside = (word: Buffer): void => {
    this.#aside += word.length + ASIDE_HEAD_BYTES
  }

  /** A piece that the package has made of what it could. False: that was too much. */
  count(piece: Buffer): boolean {
    const bytes = piece.length + PIECE_BYTES
    const kept = this.#aside === 0 ? bytes : this.#withoutAside(piece)
    this.#bytes += kept
    const isFine = this.#freight.came(bytes, this.#bytes + this.#asides)
    this.#freight.gone(bytes - kept)
    // What may have begun behind the message, in the same piece, is little.
    if (this.#hasHeard) this.letGo()
    return isFine
  }

  /** A message was refused by its head: it costs as much as if it had come, and nobody keeps any of it. */
  refused(bytes: number): void {
    this.#freight.came(bytes, bytes)
    this.#freight.gone(bytes)
  }

  /** As `Freight.pace`, for the message that is on its way. */
  pace(go: () => void): (() => void) | undefined {
    return this.#freight.pace?.(this.#bytes, go)
  }

  /** What is kept of a piece with pings or pongs; less than nothing where one of them began in the piece before. */
  #withoutAside(piece: Buffer): number {
    const aside = this.#aside
    this.#aside = 0
    const now = performance.now()
    if (now - this.#asidesSince > ASIDE_MILLISECONDS) {
      this.#asidesSince = now
      this.#asides = 0
    }
    this.#asides += aside + PIECE_BYTES
    const rest = piece.length - aside
    return Math.max(-this.#bytes, rest > 0 ? rest + PIECE_BYTES : rest)
  }

  /** Nothing of it is kept any more. */
  letGo(): void {
    this.#freight.gone(this.#bytes)
    this.#bytes = 0
    this.#hasHeard = false
  }
}
