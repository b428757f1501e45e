/** Something that can be called off. Its signal is made only when somebody asks for it: most never are. */

/** What calls something off, for whoever works on it. */
export class Cancellation {
  #listeners: Set<() => void> | undefined
  #controller: AbortController | undefined
  #isCancelled = false

  get isCancelled(): boolean {
    return this.#isCancelled
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController()
      if (this.#isCancelled) this.#controller.abort()
    }
    return this.#controller.signal
  }

  /** Runs when it is called off; cheaper than listening to the signal. */
  onCancel(listener: () => void): void {
    this.#listeners ??= new Set()
    this.#listeners.add(listener)
  }

  offCancel(listener: () => void): void {
    this.#listeners?.delete(listener)
  }

  cancel(): void {
    if (this.#isCancelled) return
    this.#isCancelled = true
    this.#controller?.abort()
    for (const listener of this.#listeners ?? []) listener()
  }
}

/** What a call that was called off fails with, as a signal's listeners would see it. */
export function abortError(): DOMException {
  return new DOMException('This operation was aborted', 'AbortError')
}
