/** The end of a store: once something could not be made to last, nothing more is accepted and nothing is tried again. */

import { JournalError } from '../../store/index.js'

export class Failure {
  #error: JournalError | undefined

  get error(): JournalError | undefined {
    return this.#error
  }

  /** The store is dead. What the disk said after a failed sync cannot be believed, so it is never asked again. */
  stop(cause: unknown): JournalError {
    const why = cause instanceof Error ? cause.message : String(cause)
    this.#error ??= new JournalError('store_failed', `The store has stopped: ${why}`, { cause })
    return this.#error
  }

  /** Throws when the store is dead. */
  demandAlive(): void {
    if (this.#error !== undefined) throw this.#error
  }
}
