/**
 * Large messages are read a piece at a time, one piece of a principal for each turn of the event loop: however many it
 * sends at once, whoever else is there does not wait for all of them. Until its turn comes the network holds the rest.
 */

export class Slices {
  readonly #waiting = new Set<() => void>()
  #last: (() => void) | undefined
  #isPlanned = false

  /** `go`, the same for all of a message, is called when its turn has come. What is returned takes the wish back. */
  wait(go: () => void): () => void {
    this.#waiting.add(go)
    this.#plan()
    return () => void this.#waiting.delete(go)
  }

  #plan(): void {
    if (this.#isPlanned || this.#waiting.size === 0) return
    this.#isPlanned = true
    setImmediate(() => {
      this.#isPlanned = false
      this.#next()
      this.#plan()
    })
  }

  /** Whoever was last goes on: one that is whole is gone, and many halves are in everybody's way. */
  #next(): void {
    const [first] = this.#waiting
    if (this.#last === undefined || !this.#waiting.has(this.#last)) this.#last = first
    if (this.#last === undefined) return
    this.#waiting.delete(this.#last)
    this.#last()
  }
}
