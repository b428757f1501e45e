/** Sessions as the journal has them: how one begins there, and how it is found again with its past. */

import { type Journal, JournalError, type SessionRecord } from '@parley/acp/store'
import type { HubEvent } from './event.js'
import { Past } from './past.js'
import { Principals } from './records.js'
import { fromRecord, isOf, type Owner, type SessionFacts, toHeader, withRealPaths } from './session-facts.js'
import { EventLog } from './session-log.js'

/** What is known of a session, and where more is written. */
export interface StoredSession {
  readonly facts: SessionFacts
  readonly log: EventLog
  readonly past: Past
}

export class SessionStore {
  readonly #journal: Journal
  readonly #principals: Principals

  constructor(journal: Journal) {
    this.#journal = journal
    this.#principals = new Principals(journal)
  }

  /** Whether nobody else has, or has had, a session here, with whichever agent. */
  areAllOf(principal: string): Promise<boolean> {
    return this.#principals.areOnly(principal)
  }

  /** Rejects where the id is taken. */
  async begin(facts: SessionFacts): Promise<StoredSession> {
    const header = toHeader(facts)
    const kept = await this.#journal.create(header).catch(error => {
      throw error instanceof JournalError && error.reason === 'session_locked' ? taken() : error
    })
    void this.#principals.add(facts.principal)
    const { sessionId } = facts
    const epoch = String(header.facts?.epoch)
    const log = new EventLog({ journal: this.#journal, kept, epoch, sessionId })
    return { facts, log, past: new Past() }
  }

  /** Nothing where there is none, or it is somebody else's. */
  async reopen(key: string, owner: Owner): Promise<StoredSession | undefined> {
    const journal = this.#journal
    const record = await this.record(key, owner)
    if (record === undefined) return undefined
    const kept = await journal.acquire(key)
    const past = new Past()
    let last = 0
    for await (const entry of journal.read(key)) {
      last = entry.seq
      // What the journal gives back under this kind was written by a log of ours.
      if (entry.kind === 'event') past.take(entry.seq, entry.event as HubEvent)
    }
    // Its agent was cut off while it told the past: half a history is none, and can be told anew from its beginning.
    if (!past.isOpened) {
      await kept.release()
      await journal.delete(key)
      return undefined
    }
    const facts = await withRealPaths(fromRecord(record))
    const { sessionId } = facts
    const epoch = String(record.facts?.epoch)
    const { title } = record
    return { facts, past, log: new EventLog({ journal, kept, epoch, last, sessionId, title }) }
  }

  /** What the journal says of it, if it is this owner's. */
  async record(key: string, owner: Owner): Promise<SessionRecord | undefined> {
    try {
      const record = await this.#journal.find(key)
      return isOf(record, owner) ? record : undefined
    } catch (error) {
      if (error instanceof JournalError && /^session_(not_found|expired)$/.test(error.reason))
        return undefined
      throw error
    }
  }
}

export function taken(): Error {
  return new JournalError('session_locked', 'A session with this id is there already')
}
