/**
 * Large messages are read a piece at a time, one piece of a principal for each turn of the event loop, and at most one in a
 * few milliseconds: however much it sends at once, whoever else is there waits neither for all of it nor for the memory that it
 * took to be tidied up. Until its turn comes the network holds the rest.
 */

// Pieces are of 64 kB: that is still twice what a principal may send in the long run.
const PIECE_MILLISECONDS = 3

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
    setTimeout(() => {
      this.#isPlanned = false
      this.#next()
      this.#plan()
    }, PIECE_MILLISECONDS)
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
