/**
 * Remembers what was used last, up to a number. In two generations, because a map from whose beginning much was taken is
 * slow to say what stands there now.
 */

export class Recent<T> {
  readonly #half: number
  #young = new Map<string, T>()
  #old = new Map<string, T>()

  /** `most` are kept, and never fewer than half of them of those that were used last. */
  constructor(most: number) {
    this.#half = Math.floor(most / 2)
  }

  get size(): number {
    return this.#young.size + this.#old.size
  }

  get(name: string): T | undefined {
    const young = this.#young.get(name)
    if (young !== undefined) return young
    const old = this.#old.get(name)
    if (old !== undefined) this.set(name, old)
    return old
  }

  set(name: string, value: T): void {
    this.#old.delete(name)
    if (this.#young.size >= this.#half && !this.#young.has(name)) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(name, value)
  }

  clear(): void {
    this.#young = new Map()
    this.#old = new Map()
  }
}
