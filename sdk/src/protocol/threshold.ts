/** Where calls of the peer wait that came before somebody can take them: while two sides agree, and while what serves loads. */

export class Threshold {
  readonly #waiting: (() => void)[] = []

  /** What `run` returns, once it may run. */
  wait<T>(run: () => T): Promise<Awaited<T>> {
    return new Promise((resolve, reject) => {
      this.#waiting.push(() => {
        try {
          resolve(run() as Awaited<T>)
        } catch (error) {
          reject(error)
        }
      })
    })
  }

  /** Starts all of it at once: nothing that comes later may overtake it. */
  open(): void {
    for (const run of this.#waiting) run()
  }
}
