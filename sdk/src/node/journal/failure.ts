/** The end of a store: once something could not be made to last, nothing more is accepted and nothing is tried again. */

import { JournalError } from '../../store/index.js'
import { codeOf, isUnopened, lacksDescriptor } from './file-system.js'

export class Failure {
  #error: JournalError | undefined

  get error(): JournalError | undefined {
    return this.#error
  }

  /** A file that could not be opened was never written to: what needed it is refused, and the store goes on. */
  refuse(cause: unknown): JournalError {
    return this.#error ?? (isUnopened(cause) ? toRefusal(cause) : this.stop(cause))
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

/** Does what was asked; whatever goes wrong is an error of the journal, and not what the disk happened to say. */
export async function orRefusal<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw toRefusal(error)
  }
}

export function toRefusal(error: unknown): JournalError {
  if (error instanceof JournalError) return error
  const code = codeOf(error)
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new JournalError('store_full', 'The disk is full', { cause: error })
  if (lacksDescriptor(error))
    return new JournalError('store_full', 'No more files can be opened just now', { cause: error })
  const why = error instanceof Error ? error.message : String(error)
  return new JournalError('store_failed', `The store cannot do it: ${why}`, { cause: error })
}
