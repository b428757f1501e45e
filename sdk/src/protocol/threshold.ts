/** Where calls of the peer wait that came before somebody can take them: while two sides agree, and while what serves loads. */

export class Threshold {
  readonly #waiting: ((refusal: unknown) => void)[] = []

  /** What `run` returns, once it may run. */
  wait<T>(run: () => T): Promise<Awaited<T>> {
    return new Promise((resolve, reject) => {
      this.#waiting.push(refusal => {
        try {
          if (refusal !== undefined) throw refusal
          resolve(run() as Awaited<T>)
        } catch (error) {
          reject(error)
        }
      })
    })
  }

  /** Starts all of it at once, for nothing that comes later may overtake it; or refuses it. */
  open(refusal?: Error): void {
    for (const settle of this.#waiting) settle(refusal)
  }
}
