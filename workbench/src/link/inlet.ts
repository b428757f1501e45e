/** What arrives on a channel, and what is put in between on this side, pulled by one reader. */

import type { Delivery } from '@parley/acp/jsonrpc'

type Result = IteratorResult<Delivery, undefined>

export class Inlet implements AsyncIterableIterator<Delivery, undefined> {
  readonly #arrivals: AsyncIterator<Delivery>
  readonly #change: (delivery: Delivery) => Delivery
  readonly #ready: Promise<Result>[] = []
  #waiting: ((result: Promise<Result>) => void) | undefined
  #isPulling = false

  /** Everything that arrives passes `change`. */
  constructor(incoming: AsyncIterable<Delivery>, change: (delivery: Delivery) => Delivery) {
    this.#arrivals = incoming[Symbol.asyncIterator]()
    this.#change = change
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  next(): Promise<Result> {
    const ready = this.#ready.shift()
    if (ready !== undefined) return ready
    this.#pull()
    return new Promise(resolve => {
      this.#waiting = resolve
    })
  }

  async return(): Promise<Result> {
    await this.#arrivals.return?.()
    return { done: true, value: undefined }
  }

  /** Puts a message of this side between what arrives. */
  put(message: object): void {
    this.#give(Promise.resolve({ done: false, value: { messages: [message], sizes: [0] } }))
  }

  #pull(): void {
    if (this.#isPulling) return
    this.#isPulling = true
    const pulled = this.#arrivals.next().then((result): Result => {
      this.#isPulling = false
      return result.done === true
        ? { done: true, value: undefined }
        : { done: false, value: this.#change(result.value) }
    })
    pulled.then(
      () => this.#give(pulled),
      () => this.#give(pulled),
    )
  }

  #give(result: Promise<Result>): void {
    const waiting = this.#waiting
    this.#waiting = undefined
    if (waiting === undefined) this.#ready.push(result)
    else waiting(result)
  }
}
