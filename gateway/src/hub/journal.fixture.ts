/** A journal whose logs a test can hold, fill up or fail. */
import { type Entry, type Journal, JournalError, type SessionLog } from '@parley/acp/store'

export class TroubledJournal implements Journal {
  /** What becomes of the next entries. */
  trouble: 'none' | 'full' | 'failed' = 'none'
  /** What was put down since nothing lasts. */
  held: readonly Entry[] = []
  readonly #journal: Journal
  #gate: Promise<void> | undefined
  #open = (): void => {}

  constructor(journal: Journal) {
    this.#journal = journal
  }

  /** Nothing lasts until it is released. */
  hold(): void {
    this.held = []
    this.#gate = new Promise(resolve => {
      this.#open = resolve
    })
  }

  release(): void {
    this.#gate = undefined
    this.#open()
  }

  async create(...args: Parameters<Journal['create']>): Promise<SessionLog> {
    return this.#troubled(await this.#journal.create(...args))
  }

  async acquire(id: string): Promise<SessionLog> {
    return this.#troubled(await this.#journal.acquire(id))
  }

  read: Journal['read'] = (id, from) => this.#journal.read(id, from)
  find: Journal['find'] = id => this.#journal.find(id)
  list: Journal['list'] = query => this.#journal.list(query)
  delete: Journal['delete'] = id => this.#journal.delete(id)

  #troubled(log: SessionLog): SessionLog {
    const append = (entry: Entry, at?: number, written?: string): Promise<void> | undefined => {
      if (this.trouble === 'full' && entry.kind === 'event' && entry.opensTurn)
        throw new JournalError('store_full', 'The disk is nearly full')
      if (this.trouble === 'failed')
        return Promise.reject(new JournalError('store_failed', 'The disk is gone'))
      const kept = log.append(entry, at, written)
      if (this.#gate === undefined) return kept
      this.held = [...this.held, entry]
      return this.#gate.then(() => kept)
    }
    return { id: log.id, append, release: () => log.release(), [Symbol.asyncDispose]: () => log.release() }
  }
}
