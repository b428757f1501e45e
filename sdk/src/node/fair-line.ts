/**
 * Whoever wants in, one for each turn of the event loop, of one origin after the other: however many come at once, nobody who is
 * here waits for all of them, and nobody who comes from elsewhere waits behind all of them.
 */

import { Fifo } from '../jsonrpc/fifo.js'

export class FairLine<Origin> {
  /** Those who wait, by where they come from: the origin whose turn is next first. */
  readonly #waiting = new Map<Origin, Fifo<() => void>>()
  #length = 0
  #isMoving = false

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
      setImmediate(this.#move)
      return enter()
    }
    const line = this.#waiting.get(origin) ?? new Fifo()
    line.push(enter)
    this.#length++
    this.#waiting.set(origin, line)
  }

  /** Whoever waits and comes from there does not wait any more, and does not come in. */
  leave(origin: Origin): void {
    this.#length -= this.#waiting.get(origin)?.length ?? 0
    this.#waiting.delete(origin)
  }

  readonly #move = (): void => {
    const [next] = this.#waiting
    this.#isMoving = next !== undefined
    if (next === undefined) return
    // What is planned now comes after everything that the network has brought meanwhile.
    setImmediate(this.#move)
    const [origin, line] = next
    const enter = line.shift()
    this.#length--
    this.#waiting.delete(origin)
    if (line.length > 0) this.#waiting.set(origin, line)
    enter?.()
  }
}
