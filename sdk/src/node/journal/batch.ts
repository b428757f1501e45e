/** What is kept together: one promise for all of it. */

export class Batch {
  readonly promise: Promise<void>
  #resolve: (() => void) | undefined
  #reject: ((error: unknown) => void) | undefined

  constructor() {
    this.promise = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
    // Who waits is told; who does not wait must not bring the process down.
    this.promise.catch(() => {})
  }

  resolve(): void {
    this.#resolve?.()
  }

  reject(error: unknown): void {
    this.#reject?.(error)
  }
}

/** A promise that is refused already, and that nobody need listen to. */
export function refused(error: unknown): Promise<void> {
  const promise = Promise.reject(error)
  promise.catch(() => {})
  return promise
}
