/** Lets one thing at a time be done under a name. Knows no sessions. */

export class Turnstile {
  #last: Map<string, Promise<void>> | undefined

  /** Does it now or, while something else is being done under this name, behind that. */
  pass<T>(name: string, work: () => Promise<T>): Promise<T> {
    this.#last ??= new Map()
    const before = this.#last.get(name)
    const outcome = before === undefined ? work() : before.then(work)
    const over: Promise<void> = outcome.then(
      () => this.#leave(name, over),
      () => this.#leave(name, over),
    )
    this.#last.set(name, over)
    return outcome
  }

  /** Resolves when nothing is being done under any name. */
  async settled(): Promise<void> {
    while (this.#last !== undefined && this.#last.size > 0) await Promise.all(this.#last.values())
  }

  #leave(name: string, over: Promise<void>): void {
    if (this.#last?.get(name) === over) this.#last.delete(name)
  }
}
