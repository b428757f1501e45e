/** The body of a request, in memory, up to a size and within a time. */

import type { BodyLoss } from '../../transport/http-server/exchange.js'
import type { NodeRequest } from './node-exchange.js'

// node:http has a limit of its own for this (`requestTimeout`), node:http2 has none.
const SLOWEST_MILLISECONDS = 60_000

export class NodeBody {
  readonly whole: Promise<Uint8Array | BodyLoss>
  readonly #request: NodeRequest
  readonly #most: number
  readonly #timer: NodeJS.Timeout | undefined
  #pieces: Buffer[] = []
  #size = 0
  #settle: (body: Uint8Array | BodyLoss) => void = () => {}

  constructor(request: NodeRequest, most: number) {
    this.#request = request
    this.#most = most
    this.whole = new Promise(resolve => {
      this.#settle = resolve
    })
    if (request.httpVersionMajor > 1)
      this.#timer = setTimeout(() => this.#finish('too_slow'), SLOWEST_MILLISECONDS)
    request.on('data', this.#take).on('end', this.#end).on('close', this.#lose)
  }

  readonly #take = (piece: Buffer): void => {
    this.#pieces.push(piece)
    this.#size += piece.length
    if (this.#size > this.#most) this.#finish('too_large')
  }

  readonly #end = (): void => {
    const [first] = this.#pieces
    this.#finish(first !== undefined && this.#pieces.length === 1 ? first : Buffer.concat(this.#pieces))
  }

  readonly #lose = (): void => this.#finish('left')

  #finish(body: Uint8Array | BodyLoss): void {
    clearTimeout(this.#timer)
    this.#request.off('data', this.#take).off('end', this.#end).off('close', this.#lose)
    this.#pieces = []
    this.#settle(body)
  }
}
