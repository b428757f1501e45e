/**
 * Whoever wants in, one for each turn of the event loop or more seldom, of one origin after the other: however many come at once,
 * nobody who is here waits for all of them, and nobody who comes from elsewhere waits behind all of them.
 */

import { Fifo } from '../jsonrpc/fifo.js'

export class FairLine<Origin> {
  /** Those who wait, by where they come from: the origin whose turn is next first. */
  readonly #waiting = new Map<Origin, Fifo<() => void>>()
  readonly #later: (move: () => void) => unknown
  #length = 0
  #isMoving = false

  /** `later` calls when the next one may come in. What is planned for a turn comes after everything that the network has brought. */
  constructor(later: (move: () => void) => unknown = setImmediate) {
    this.#later = later
  }

  /** How many wait. */
  get length(): number {
    return this.#length
  }

  /** Of whom most wait. */
  get longest(): Origin | undefined {
    let longest: Origin | undefined
    let most = 0
    for (const [origin, { length }] of this.#waiting) {
      if (length <= most) continue
      most = length
      longest = origin
    }
    return longest
  }

  /** `enter` must not throw. */
  join(origin: Origin, enter: () => void): void {
    if (!this.#isMoving) {
      this.#isMoving = true
      this.#later(this.#move)
      return enter()
    }
    const line = this.#waiting.get(origin) ?? new Fifo()
    line.push(enter)
    this.#length++
    this.#waiting.set(origin, line)
  }

  /** How many of them wait. */
  lengthOf(origin: Origin): number {
    return this.#waiting.get(origin)?.length ?? 0
  }

  /** Whoever waits and comes from there does not wait any more, and does not come in. */
  leave(origin: Origin): void {
    this.#length -= this.lengthOf(origin)
    this.#waiting.delete(origin)
  }

  readonly #move = (): void => {
    const [next] = this.#waiting
    this.#isMoving = next !== undefined
    if (next === undefined) return
    this.#later(this.#move)
    const [origin, line] = next
    const enter = line.shift()
    this.#length--
    this.#waiting.delete(origin)
    if (line.length > 0) this.#waiting.set(origin, line)
    enter?.()
  }
}
