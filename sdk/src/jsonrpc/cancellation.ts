/** Something that can be called off. Its signal is made only when somebody asks for it: most never are. */

/** Whoever is to hear of it, in a chain with the others: one that is added and taken away for every call costs nothing more. */
export interface CancellationWatch {
  cancelled(): void
  previousWatch: CancellationWatch | undefined
  nextWatch: CancellationWatch | undefined
}

/** What calls something off, for whoever works on it. */
export class Cancellation {
  #first: CancellationWatch | undefined
  #last: CancellationWatch | undefined
  #listeners: Map<() => void, CancellationWatch> | undefined
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
    this.#listeners ??= new Map()
    if (this.#listeners.has(listener)) return
    const watch = { cancelled: listener, previousWatch: undefined, nextWatch: undefined }
    this.#listeners.set(listener, watch)
    this.watch(watch)
  }

  offCancel(listener: () => void): void {
    const watch = this.#listeners?.get(listener)
    if (watch === undefined) return
    this.#listeners?.delete(listener)
    this.unwatch(watch)
  }

  /**
   * The same for whoever has room for its own place in the chain. A set would make itself anew every few hundred calls, and
   * what it was before holds on to what it held until the whole heap is collected.
   */
  watch(watch: CancellationWatch): void {
    watch.previousWatch = this.#last
    if (this.#last === undefined) this.#first = watch
    else this.#last.nextWatch = watch
    this.#last = watch
  }

  /** Takes it out of the chain, where it still is in it. */
  unwatch(watch: CancellationWatch): void {
    const { previousWatch, nextWatch } = watch
    if (previousWatch !== undefined) previousWatch.nextWatch = nextWatch
    else if (this.#first === watch) this.#first = nextWatch
    else return
    if (nextWatch === undefined) this.#last = previousWatch
    else nextWatch.previousWatch = previousWatch
    watch.previousWatch = undefined
    watch.nextWatch = undefined
  }

  cancel(): void {
    if (this.#isCancelled) return
    this.#isCancelled = true
    this.#controller?.abort()
    for (let watch = this.#first; watch !== undefined; watch = this.#first) {
      this.unwatch(watch)
      watch.cancelled()
    }
  }
}

/** What a call that was called off fails with, as a signal's listeners would see it. */
export function abortError(): DOMException {
  return new DOMException('This operation was aborted', 'AbortError')
}
