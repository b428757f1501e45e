/** The way to a journal of files. Its parts are loaded when it is first used: most programs of this room never do. */

import type {
  KeptEntry,
  ListQuery,
  SessionHeader,
  SessionLog,
  SessionPage,
  SessionRecord,
} from '../store/index.js'
import type { DiskJournal, DiskJournalOptions } from './journal/options.js'
import { usualFolder } from './journal/state-folder.js'

/**
 * A journal of files, one per session. It touches the disk when it is first used; what a crash left is mended then.
 * Without `close`, whoever opens the folder next does what was left to do.
 */
export function diskJournal(options: DiskJournalOptions = {}): DiskJournal {
  return new LateJournal(options)
}

class LateJournal implements DiskJournal {
  readonly directory: string
  readonly #options: DiskJournalOptions
  #journal: Promise<DiskJournal> | undefined

  constructor(options: DiskJournalOptions) {
    this.directory = options.directory ?? usualFolder()
    this.#options = options
  }

  async create(header: SessionHeader): Promise<SessionLog> {
    return (await this.#load()).create(header)
  }

  async acquire(sessionId: string): Promise<SessionLog> {
    return (await this.#load()).acquire(sessionId)
  }

  async *read(sessionId: string, from?: number): AsyncIterable<KeptEntry> {
    yield* (await this.#load()).read(sessionId, from)
  }

  async find(sessionId: string): Promise<SessionRecord> {
    return (await this.#load()).find(sessionId)
  }

  async list(query?: ListQuery): Promise<SessionPage> {
    return (await this.#load()).list(query)
  }

  async delete(sessionId: string): Promise<void> {
    return (await this.#load()).delete(sessionId)
  }

  async close(): Promise<void> {
    return (await this.#journal)?.close()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  #load(): Promise<DiskJournal> {
    const { directory } = this
    this.#journal ??= import('./journal/disk-journal.js').then(
      ({ FileJournal }) => new FileJournal(directory, this.#options),
    )
    return this.#journal
  }
}
