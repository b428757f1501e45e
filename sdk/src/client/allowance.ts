/** Bytes that all conversations of one connection together may keep for readers still to come. */

export class Allowance {
  #left: number

  constructor(bytes: number) {
    this.#left = bytes
  }

  /** Whether there is room for so many more; if so they are taken. */
  take(bytes: number): boolean {
    if (bytes > this.#left) return false
    this.#left -= bytes
    return true
  }

  giveBack(bytes: number): void {
    this.#left += bytes
  }
}
