/** How much each of several has of something, and no more than it may. */

export class Places {
  readonly #most: number
  readonly #taken = new Map<string, number>()

  constructor(most: number) {
    this.#most = most
  }

  /** One more, or so many, and how they are given back, once; nothing where that is more than may be. */
  take(whose: string, count = 1): (() => void) | undefined {
    if (this.#countOf(whose) + count > this.#most) return undefined
    this.#add(whose, count)
    let isTaken = true
    return () => {
      if (isTaken) this.#add(whose, -count)
      isTaken = false
    }
  }

  #countOf(whose: string): number {
    return this.#taken.get(whose) ?? 0
  }

  #add(whose: string, change: number): void {
    const count = this.#countOf(whose) + change
    if (count === 0) this.#taken.delete(whose)
    else this.#taken.set(whose, count)
  }
}
