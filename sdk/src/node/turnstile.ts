/** Lets so many in at a time, in the order they came. */

import { Fifo } from '../jsonrpc/fifo.js'

interface Waiting {
  enter(): void
  hasLeft: boolean
}

export class Turnstile {
  readonly #waiting = new Fifo<Waiting>()
  #free: number

  constructor(places: number) {
    this.#free = places
  }

  /** Whoever gives up while waiting is not let in: it rejects with the reason of the signal. */
  async enter(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted()
    if (this.#free > 0) this.#free--
    else await this.#wait(signal)
  }

  /** Acts once it is let in. */
  async through<Result>(signal: AbortSignal | undefined, act: () => Promise<Result>): Promise<Result> {
    await this.enter(signal)
    try {
      return await act()
    } finally {
      this.leave()
    }
  }

  leave(): void {
    let next = this.#waiting.shift()
    while (next?.hasLeft) next = this.#waiting.shift()
    if (next === undefined) this.#free++
    else next.enter()
  }

  #wait(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        waiting.hasLeft = true
        reject(signal?.reason)
      }
      const enter = (): void => {
        signal?.removeEventListener('abort', giveUp)
        resolve()
      }
      const waiting: Waiting = { enter, hasLeft: false }
      this.#waiting.push(waiting)
      signal?.addEventListener('abort', giveUp, { once: true })
    })
  }
}
