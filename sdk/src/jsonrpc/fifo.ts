/** A queue that is read from a moving head: shifting an array of a hundred thousand items would be quadratic. */

const TRIM_AFTER = 1_024

export class Fifo<T> {
  #items: (T | undefined)[] = []
  #head = 0
  #tail = 0

  get length(): number {
    return this.#tail - this.#head
  }

  push(item: T): void {
    this.#items[this.#tail++] = item
  }

  shift(): T | undefined {
    if (this.#head === this.#tail) return undefined
    const item = this.#items[this.#head]
    // What was taken is let go at once, not when the array is trimmed.
    this.#items[this.#head++] = undefined
    // An emptied queue begins again in the same array: most never hold more than one item.
    if (this.#head === this.#tail) this.#restart()
    else if (this.#head === TRIM_AFTER) this.#trim()
    return item
  }

  clear(): void {
    this.#items = []
    this.#head = 0
    this.#tail = 0
  }

  #restart(): void {
    if (this.#tail > TRIM_AFTER) this.#items = []
    this.#head = 0
    this.#tail = 0
  }

  #trim(): void {
    this.#items = this.#items.slice(this.#head, this.#tail)
    this.#tail -= this.#head
    this.#head = 0
  }
}
