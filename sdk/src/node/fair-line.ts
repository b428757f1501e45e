/**
 * Whoever wants in, one for each turn of the event loop, of one origin after the other: however many come at once, nobody who is
 * here waits for all of them, and nobody who comes from elsewhere waits behind all of them.
 */

import { Fifo } from '../jsonrpc/fifo.js'

export class FairLine<Origin> {
  /** Those who wait, by where they come from: the origin whose turn is next first. */
  readonly #waiting = new Map<Origin, Fifo<() => void>>()
  #isMoving = false

  /** `enter` must not throw. */
  join(origin: Origin, enter: () => void): void {
    if (!this.#isMoving) {
      this.#isMoving = true
      setImmediate(this.#move)
      return enter()
    }
    const line = this.#waiting.get(origin) ?? new Fifo()
    line.push(enter)
    this.#waiting.set(origin, line)
  }

  readonly #move = (): void => {
    const [next] = this.#waiting
    this.#isMoving = next !== undefined
    if (next === undefined) return
    // What is planned now comes after everything that the network has brought meanwhile.
    setImmediate(this.#move)
    const [origin, line] = next
    const enter = line.shift()
    this.#waiting.delete(origin)
    if (line.length > 0) this.#waiting.set(origin, line)
    enter?.()
  }
}
