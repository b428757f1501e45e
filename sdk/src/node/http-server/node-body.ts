/** The body of a request, in memory, up to a size and within a time. */

import type { BodyLoss } from '../../transport/http-server/exchange.js'
import type { Freight } from '../../transport/index.js'
import { Gathering } from './gathering.js'
import type { NodeRequest } from './node-exchange.js'

// node:http has a limit of its own for this (`requestTimeout`), node:http2 has none.
const SLOWEST_MILLISECONDS = 60_000

// What a piece takes beside its bytes: whoever sends a byte at a time must not get the rest for nothing.
const PIECE_BYTES = 256

export class NodeBody {
  readonly whole: Promise<Uint8Array | BodyLoss>
  readonly #request: NodeRequest
  readonly #most: number
  readonly #freight: Freight | undefined
  readonly #timer: NodeJS.Timeout | undefined
  readonly #gathering = new Gathering()
  #counted = 0
  #unwait: (() => void) | undefined
  #settle: (body: Uint8Array | BodyLoss) => void = () => {}

  constructor(request: NodeRequest, most: number, freight?: Freight) {
    this.#request = request
    this.#most = most
    this.#freight = freight
    this.whole = new Promise(resolve => {
      this.#settle = resolve
    })
    if (request.httpVersionMajor > 1)
      this.#timer = setTimeout(() => this.#finish('too_slow'), SLOWEST_MILLISECONDS)
    request.on('data', this.#take).on('end', this.#end).on('close', this.#lose)
  }

  readonly #take = (piece: Buffer): void => {
    this.#gathering.add(piece)
    this.#counted += piece.length + PIECE_BYTES
    const isTooMuch = this.#freight?.came(piece.length + PIECE_BYTES, this.#counted) === false
    if (this.#gathering.size > this.#most) this.#finish('too_large')
    else if (isTooMuch) this.#finish('too_much')
    else this.#wait()
  }

  #wait(): void {
    this.#unwait = this.#freight?.pace?.(this.#counted, this.#goOn)
    if (this.#unwait !== undefined) this.#request.pause()
  }

  readonly #goOn = (): void => void this.#request.resume()

  readonly #end = (): void => this.#finish(this.#gathering.take())

  readonly #lose = (): void => this.#finish('left')

  #finish(body: Uint8Array | BodyLoss): void {
    clearTimeout(this.#timer)
    this.#unwait?.()
    this.#request.off('data', this.#take).off('end', this.#end).off('close', this.#lose)
    this.#gathering.letGo()
    // Nobody listens any more: it would go on, and be thrown away.
    if (typeof body === 'string') this.#request.pause()
    this.#freight?.gone(this.#counted)
    this.#counted = 0
    this.#settle(body)
  }
}
