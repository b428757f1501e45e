/**
 * Stands between a stream and the package that takes frames out of it: a piece of a stream may hold a thousand messages, and
 * the package would read them all at once. Here they are handed on as their caller may have them, and the network holds the rest.
 */

import type { Duplex } from 'node:stream'
import type { Freight } from '../../transport/index.js'
import { type StreamListener, takeListener } from '../taken-listener.js'
import { FrameScan } from './frame-scan.js'
import type { Tally } from './tally.js'

/** The socket that is read. */
export interface ReadSocket {
  /** Whether nothing is to be read of it now. */
  isPaused(): boolean
  /** Whether the package still takes anything: not after a farewell, nor after a fault. */
  isReading(): boolean
  /** Too much has come. */
  exceeded(): void
}

/** What is read with. */
export interface ReadingParts {
  readonly freight: Freight
  readonly tally: Tally
  readonly socket: ReadSocket
}

export class SocketReading {
  readonly #carrier: Duplex
  readonly #parts: ReadingParts
  readonly #scan = new FrameScan()
  readonly #parse: StreamListener
  readonly #end: StreamListener
  /** What came and was not handed on. */
  #rest: Buffer[] = []
  #hasEnded = false
  #hasExceeded = false
  /** Take back what is waited for: the next piece of a large message, and the next turn. */
  #unpace: (() => void) | undefined
  #unwait: (() => void) | undefined

  /** To be made when the package listens to the carrier, and nobody has listened since: its listeners are then the last. */
  constructor(carrier: Duplex, parts: ReadingParts) {
    this.#carrier = carrier
    this.#parts = parts
    this.#parse = takeListener(carrier, 'data')
    this.#end = takeListener(carrier, 'end')
    carrier.on('data', this.#take).on('end', this.#finish)
    // Before the package looks for what is left: it must not go on behind a gap.
    carrier.prependOnceListener('close', this.#leave)
  }

  /** Whoever has room for more has let the carrier flow. */
  stay(): void {
    if (this.isHolding) this.#carrier.pause()
  }

  /** Whether the carrier is to be left alone. */
  get isHolding(): boolean {
    return this.#rest.length > 0 || this.#unpace !== undefined || this.#hasExceeded
  }

  readonly #take = (piece: Buffer): void => {
    if (this.#hasExceeded || !this.#parts.socket.isReading()) return
    if (this.#rest.length === 0) return this.#read(piece)
    // It was on its way already.
    this.#hold(piece, 'push')
  }

  #read(piece: Buffer): void {
    const end = this.#mayReadTo(piece)
    if (end > 0) this.#handOn(end === piece.length ? piece : piece.subarray(0, end))
    if (end === piece.length || this.#hasExceeded || !this.#parts.socket.isReading()) return
    this.#hold(piece.subarray(end), 'unshift')
  }

  #hold(piece: Buffer, put: 'push' | 'unshift'): void {
    this.#rest[put](piece)
    this.#parts.freight.keep(piece.length)
    this.#unwait ??= this.#parts.freight.turns?.wait(this.#nextTurn)
    this.#carrier.pause()
  }

  /** Up to where the piece may be read in this turn: frames are read whole, or as far as they have come. */
  #mayReadTo(piece: Buffer): number {
    const { turns } = this.#parts.freight
    if (turns === undefined) return piece.length
    let at = 0
    while (at < piece.length) {
      const isNew = this.#scan.isBetween
      const end = this.#scan.skip(piece, at)
      if (isNew && !turns.take(end - at)) {
        this.#scan.takeBack()
        return at
      }
      at = end
    }
    return at
  }

  #handOn(piece: Buffer): void {
    const { tally, socket } = this.#parts
    this.#parse.call(this.#carrier, piece)
    const isFine = tally.count(piece)
    // Whoever was told what was wrong with it need not hear that it was too much as well.
    if (!socket.isReading()) return this.#stop()
    if (isFine) {
      this.#unpace = tally.pace(this.#nextPiece)
      if (this.#unpace !== undefined) this.#carrier.pause()
      return
    }
    this.#hasExceeded = true
    this.#drop()
    socket.exceeded()
    // Whoever takes leave reads on for the other's consent: it would stand behind all that is not wanted.
    this.#carrier.pause()
  }

  readonly #nextPiece = (): void => {
    this.#unpace = undefined
    this.#goOn()
  }

  readonly #nextTurn = (): void => {
    this.#unwait = undefined
    this.#goOn()
  }

  #goOn(): void {
    if (this.#unpace !== undefined || this.#unwait !== undefined) return
    if (!this.#parts.socket.isReading()) return this.#stop()
    const next = this.#rest.shift()
    if (next !== undefined) {
      this.#parts.freight.gone(next.length)
      this.#read(next)
    }
    if (this.#unpace !== undefined || this.#unwait !== undefined || !this.#parts.socket.isReading()) return
    if (this.#rest.length > 0) this.#unwait = this.#parts.freight.turns?.wait(this.#nextTurn)
    else if (this.#hasEnded) this.#end.call(this.#carrier)
    // Whoever reads what came on it may have stopped it meanwhile.
    else if (!this.#parts.socket.isPaused()) this.#carrier.resume()
  }

  readonly #finish = (): void => {
    this.#hasEnded = true
    if (this.#rest.length === 0) this.#end.call(this.#carrier)
  }

  /** The package takes nothing more. */
  #stop(): void {
    this.#drop()
    if (this.#hasEnded) this.#end.call(this.#carrier)
  }

  readonly #leave = (): void => {
    this.#carrier.off('data', this.#take)
    // What the stream still holds stands behind what is dropped here.
    if (this.#rest.length > 0) this.#carrier.read()
    this.#drop()
    this.#parts.tally.letGo()
  }

  #drop(): void {
    this.#unpace?.()
    this.#unwait?.()
    this.#unpace = undefined
    this.#unwait = undefined
    for (const piece of this.#rest) this.#parts.freight.gone(piece.length)
    this.#rest = []
  }
}
