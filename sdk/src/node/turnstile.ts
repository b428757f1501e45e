/** Lets so many in at a time, in the order they came. */

import { Fifo } from '../jsonrpc/fifo.js'

export class Turnstile {
  readonly #waiting = new Fifo<() => void>()
  #free: number

  constructor(places: number) {
    this.#free = places
  }

  async enter(): Promise<void> {
    if (this.#free > 0) this.#free--
    else await new Promise<void>(resolve => this.#waiting.push(resolve))
  }

  leave(): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#free++
    else next()
  }
}
