/** Whoever wants a socket, one for each turn of the event loop: however many come at once, nobody waits for all of them. */

import { Fifo } from '../../jsonrpc/fifo.js'

export class Arrivals {
  readonly #waiting = new Fifo<() => void>()
  #isMoving = false

  /** `enter` must not throw. */
  join(enter: () => void): void {
    this.#waiting.push(enter)
    if (this.#isMoving) return
    this.#isMoving = true
    this.#move()
  }

  readonly #move = (): void => {
    const enter = this.#waiting.shift()
    this.#isMoving = enter !== undefined
    if (enter === undefined) return
    // What is planned now comes after everything that the network has brought meanwhile.
    setImmediate(this.#move)
    enter()
  }
}
