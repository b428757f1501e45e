/** How long something lasts, for those who must stop when it does; and how to wait within it. */

const FIRST_MILLISECONDS = 100
const LONGEST_MILLISECONDS = 5_000

export class Lifespan {
  readonly #atEnd = new Set<() => void>()
  #isOver = false

  get isOver(): boolean {
    return this.#isOver
  }

  /** Runs this at the end; what is returned takes it back. */
  atEnd(stop: () => void): () => void {
    this.#atEnd.add(stop)
    return () => this.#atEnd.delete(stop)
  }

  end(): void {
    if (this.#isOver) return
    this.#isOver = true
    for (const stop of this.#atEnd) stop()
    this.#atEnd.clear()
  }

  /** Resolves after so long, or at the end. */
  pause(milliseconds: number): Promise<void> {
    if (milliseconds <= 0 || this.#isOver) return Promise.resolve()
    return new Promise(resolve => {
      const timer = setTimeout(() => {
        forget()
        resolve()
      }, milliseconds)
      const forget = this.atEnd(() => {
        clearTimeout(timer)
        resolve()
      })
    })
  }
}

/** How long to wait before this new try, the first being 1: longer and longer, and never all in step. */
export function backOff(attempt: number): number {
  const most = Math.min(FIRST_MILLISECONDS * 2 ** (attempt - 1), LONGEST_MILLISECONDS)
  return most * (0.5 + Math.random() / 2)
}
