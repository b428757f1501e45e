/** Counts what has come on a socket and is no whole message yet: the package keeps it, and says nothing of it. */

import type { Duplex } from 'node:stream'
import type { Freight } from '../../transport/index.js'

// What a piece takes beside its bytes: whoever sends a byte at a time must not get the rest for nothing.
const PIECE_BYTES = 256

// Pings and pongs are masked and short: this stands before their words. What they weigh is forgotten after a while.
const ASIDE_HEAD_BYTES = 6
const ASIDE_MILLISECONDS = 10_000

/** The socket that is counted. */
export interface Counted {
  /** Whether nothing is to be read of it now. */
  isPaused(): boolean
  /** Too much has come. */
  exceeded(): void
}

export class Tally {
  readonly #carrier: Duplex
  readonly #freight: Freight
  readonly #socket: Counted
  #bytes = 0
  #hasHeard = false
  #unwait: (() => void) | undefined
  /** Bytes of pings and pongs: in the piece that is read now, and of late. */
  #aside = 0
  #asides = 0
  #asidesSince = 0

  /** To be made when the package listens to the carrier already: what it makes of a piece is then known here. */
  constructor(carrier: Duplex, freight: Freight, socket: Counted) {
    this.#carrier = carrier
    this.#freight = freight
    this.#socket = socket
    carrier.on('data', this.#take)
    carrier.once('close', () => {
      this.#unwait?.()
      this.#letGo()
    })
  }

  /** A message was whole: what came before it is in other hands. */
  heard(): void {
    this.#hasHeard = true
  }

  /** A ping or a pong was whole: it is no part of a message, and nobody keeps it. */
  readonly heardAside = (word: Buffer): void => {
    this.#aside += word.length + ASIDE_HEAD_BYTES
  }

  readonly #take = (piece: Buffer): void => {
    const bytes = piece.length + PIECE_BYTES
    const kept = this.#aside === 0 ? bytes : this.#withoutAside(piece)
    this.#bytes += kept
    const isFine = this.#freight.came(bytes, this.#bytes + this.#asides)
    this.#freight.gone(bytes - kept)
    // What may have begun behind the message, in the same piece, is little.
    if (this.#hasHeard) this.#letGo()
    if (isFine) return this.#wait()
    this.#carrier.removeAllListeners('data')
    this.#socket.exceeded()
    // Whoever takes leave reads on for the other's consent: it would stand behind all that is not wanted.
    this.#carrier.pause()
  }

  #wait(): void {
    this.#unwait = this.#freight.pace?.(this.#bytes, this.#goOn)
    if (this.#unwait !== undefined) this.#carrier.pause()
  }

  /** Whoever reads what came on it may have stopped it meanwhile. */
  readonly #goOn = (): void => {
    if (!this.#socket.isPaused()) this.#carrier.resume()
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

  #letGo(): void {
    this.#freight.gone(this.#bytes)
    this.#bytes = 0
    this.#hasHeard = false
  }
}
