/** A journal that lasts as long as the process. Keeps text, so that nobody can change afterwards what was kept. */

import {
  type Entry,
  type Journal,
  JournalError,
  type KeptEntry,
  type ListQuery,
  type SessionHeader,
  type SessionLog,
  type SessionPage,
  type SessionRecord,
} from './journal.js'
import { toPage } from './session-list.js'
import { toRecord, withEntry } from './session-record.js'

interface Kept {
  record: SessionRecord
  readonly lines: string[]
  isWritten: boolean
}

/** A journal in memory: for tests, and for agents whose sessions need not outlive them. */
export function memoryJournal(): Journal {
  return new MemoryJournal()
}

class MemoryJournal implements Journal {
  readonly #sessions = new Map<string, Kept>()

  async create(header: SessionHeader): Promise<SessionLog> {
    if (this.#sessions.has(header.id))
      throw new JournalError('session_locked', 'A session with this id is there already')
    const kept = { record: toRecord(header, Date.now()), lines: [], isWritten: false }
    this.#sessions.set(header.id, kept)
    return new MemoryLog(kept)
  }

  async acquire(sessionId: string): Promise<SessionLog> {
    return new MemoryLog(this.#get(sessionId))
  }

  async *read(sessionId: string, from = 1): AsyncIterable<KeptEntry> {
    const { lines } = this.#get(sessionId)
    const end = lines.length
    for (let index = Math.max(0, from - 1); index < end; index++) {
      const entry: KeptEntry = JSON.parse(lines[index] ?? '')
      yield entry
    }
  }

  async find(sessionId: string): Promise<SessionRecord> {
    return this.#get(sessionId).record
  }

  async list(query?: ListQuery): Promise<SessionPage> {
    return toPage(
      [...this.#sessions.values()].map(({ record }) => record),
      query,
    )
  }

  async delete(sessionId: string): Promise<void> {
    if (this.#sessions.get(sessionId)?.isWritten)
      throw new JournalError('session_locked', 'The session is being written')
    this.#sessions.delete(sessionId)
  }

  #get(sessionId: string): Kept {
    const kept = this.#sessions.get(sessionId)
    if (kept === undefined) throw new JournalError('session_not_found', 'There is no such session')
    return kept
  }
}

class MemoryLog implements SessionLog {
  readonly id: string
  readonly #kept: Kept
  #isReleased = false

  constructor(kept: Kept) {
    if (kept.isWritten) throw new JournalError('session_locked', 'The session is being written')
    kept.isWritten = true
    this.#kept = kept
    this.id = kept.record.id
  }

  append(entry: Entry, at = Date.now()): Promise<void> | undefined {
    if (this.#isReleased)
      return Promise.reject(new JournalError('session_locked', 'The session was given back'))
    const kept: KeptEntry = { ...entry, seq: this.#kept.lines.length + 1, at }
    this.#kept.lines.push(JSON.stringify(kept))
    this.#kept.record = withEntry(this.#kept.record, entry, at)
    return undefined
  }

  async release(): Promise<void> {
    if (this.#isReleased) return
    this.#isReleased = true
    this.#kept.isWritten = false
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.release()
  }
}
