/**
 * The sessions that a gateway has kept, for whoever has its folder: listed and read, also while it runs, and never written. What
 * its log has in words of the gateway's own comes out as the entries that every journal has.
 */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type DiskJournal, diskJournal } from '@parley/acp/node'
import type { KeptEntry, SessionRecord } from '@parley/acp/store'
import type { HubEvent } from './event.js'
import { toEntry } from './kept-entry.js'
import { Labels } from './labels.js'
import { recordsIn } from './records.js'
import { fromRecord } from './session-facts.js'
import { Title } from './title.js'

/** One of them, as a list shows it. */
export interface KeptSession {
  /** By which it is read: two agents may have sessions of the same id. */
  readonly id: string
  readonly sessionId: string
  readonly agent: string
  readonly principal: string
  readonly cwd: string
  /** As people call it, else as its agent does, else how it began. */
  readonly title?: string | undefined
  readonly isArchived: boolean
  /** Milliseconds since 1970. */
  readonly createdAt: number
  readonly updatedAt: number
  /** Prompts: all of them where it was found by its id, in a list only those near its beginning. */
  readonly turns: number
}

export interface KeptSessions extends AsyncDisposable {
  /** The latest first. */
  list(): Promise<readonly KeptSession[]>
  /** One of them, looked at to its end. Rejects with a `JournalError` where there is none. */
  find(id: string): Promise<KeptSession>
  /** What was said, in order. Its last second may be missing while somebody writes it. */
  read(id: string): AsyncIterable<KeptEntry>
}

// As much as the gateway's own list looks at: what a session is called is said near its beginning.
const MOST_ENTRIES = 200

/** Those in the state folder of a gateway; none where there is no such folder, and none is made. */
export function keptSessions(stateFolder: string): KeptSessions {
  return new Kept(stateFolder)
}

class Kept implements KeptSessions {
  readonly #journal: DiskJournal
  readonly #labels: Labels

  constructor(stateFolder: string) {
    this.#journal = diskJournal({ directory: join(stateFolder, 'sessions') })
    this.#labels = new Labels(join(stateFolder, 'labels.json'))
  }

  async list(): Promise<readonly KeptSession[]> {
    if (!existsSync(this.#journal.directory)) return []
    const found: KeptSession[] = []
    for await (const record of recordsIn(this.#journal)) found.push(await this.#toKept(record, MOST_ENTRIES))
    return found.sort((one, other) => other.updatedAt - one.updatedAt)
  }

  async find(id: string): Promise<KeptSession> {
    return await this.#toKept(await this.#journal.find(id), Number.POSITIVE_INFINITY)
  }

  async *read(id: string): AsyncIterable<KeptEntry> {
    const { protocol } = fromRecord(await this.#journal.find(id))
    let seq = 0
    for await (const { at, ...kept } of this.#journal.read(id)) {
      // What the journal gives back under this kind was written by a log of ours.
      const entry = kept.kind === 'event' ? toEntry(kept.event as HubEvent, protocol, kept.seq) : undefined
      if (entry !== undefined) yield { ...entry, at, seq: ++seq }
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#journal.close()
  }

  async #toKept(record: SessionRecord, most: number): Promise<KeptSession> {
    const { id, createdAt, updatedAt } = record
    const { sessionId, agent, principal, cwd } = fromRecord(record)
    // One that cannot be read has no name; what is wrong with it is told to whoever reads it.
    const { title, turns } = await this.#look(id, most).catch(() => ({ title: new Title(), turns: 0 }))
    title.label = this.#labels.of(id)
    const { isArchived = false } = title.label
    return {
      ...{ id, sessionId, agent, principal, cwd, isArchived, createdAt, updatedAt, turns },
      ...(title.text === undefined ? {} : { title: title.text }),
    }
  }

  async #look(id: string, most: number): Promise<{ readonly title: Title; readonly turns: number }> {
    const title = new Title()
    let turns = 0
    for await (const entry of this.#journal.read(id)) {
      if (entry.kind !== 'event') continue
      const event = entry.event as HubEvent
      title.take(event)
      if (event.type === 'prompt') turns++
      if (entry.seq >= most) break
    }
    return { title, turns }
  }
}
