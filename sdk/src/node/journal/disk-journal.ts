/** A journal of files: one per session, readable by people, written by one process at a time. */

import {
  JournalError,
  type KeptEntry,
  type ListQuery,
  type SessionHeader,
  type SessionLog,
  type SessionPage,
  type SessionRecord,
} from '../../store/index.js'
import { toPage } from '../../store/session-list.js'
import { DiskLog } from './disk-log.js'
import { orRefusal, toRefusal } from './failure.js'
import { isSessionId, notFound } from './folder.js'
import { MOST_HEADER_BYTES } from './line.js'
import { deadHolder } from './lock.js'
import { type DiskJournal, type DiskJournalOptions, toSettings } from './options.js'
import { recover } from './recovery.js'
import { readEntries } from './session-file.js'
import { Store } from './store.js'
import type { Tail } from './tail.js'

const LIST_TRIES = 3
/** What a file adds to the header that it is given. */
const HEADER_MARGIN_BYTES = 256

export class FileJournal implements DiskJournal {
  readonly directory: string
  readonly #store: Store
  readonly #maxAge: number
  /** The sessions that are written here; undefined while one is being taken or deleted. */
  readonly #logs = new Map<string, DiskLog | undefined>()

  constructor(directory: string, options: DiskJournalOptions) {
    const settings = toSettings(directory, options)
    this.directory = directory
    this.#store = new Store(settings)
    this.#maxAge = settings.maxAge
  }

  create(header: SessionHeader): Promise<SessionLog> {
    if (!isSessionId(header.id))
      return Promise.reject(new TypeError('The id of the session cannot name a file'))
    if (Buffer.byteLength(JSON.stringify(header)) > MOST_HEADER_BYTES - HEADER_MARGIN_BYTES)
      return Promise.reject(new TypeError('What is said of the session is too long'))
    return orRefusal(() => this.#hold(header.id, () => this.#store.create(header)))
  }

  acquire(sessionId: string): Promise<SessionLog> {
    return orRefusal(() => this.#acquire(sessionId))
  }

  async #acquire(sessionId: string): Promise<SessionLog> {
    await this.#prepare(sessionId)
    return this.#hold(sessionId, async () => {
      const tail = await this.#store.acquire(sessionId)
      if (!this.#isExpired(tail.extent.record)) return tail
      // Nothing was written, so there is nothing that must last first.
      this.#store.giveBack(tail)
      throw expired(sessionId)
    })
  }

  async *read(sessionId: string, from = 1): AsyncIterable<KeptEntry> {
    try {
      yield* this.#read(sessionId, from)
    } catch (error) {
      throw toRefusal(error)
    }
  }

  async *#read(sessionId: string, from: number): AsyncIterable<KeptEntry> {
    // Its age is known only when its end has been read.
    if (this.#maxAge < Number.POSITIVE_INFINITY) await this.find(sessionId)
    else await this.#prepare(sessionId)
    const { files, folder } = this.#store
    const tail = this.#logs.get(sessionId)?.tail
    if (tail !== undefined) await this.#store.keeper.show(tail)
    yield* readEntries(files, { path: folder.session(sessionId), id: sessionId }, from)
  }

  find(sessionId: string): Promise<SessionRecord> {
    return orRefusal(() => this.#find(sessionId))
  }

  async #find(sessionId: string): Promise<SessionRecord> {
    await this.#prepare(sessionId)
    const log = this.#logs.get(sessionId)
    const { record } = log?.tail.extent ?? (await this.#store.index.look(sessionId))
    if (this.#isExpired(record)) throw expired(sessionId)
    return record
  }

  list(query?: ListQuery): Promise<SessionPage> {
    return orRefusal(() => this.#list(query))
  }

  async #list(query?: ListQuery): Promise<SessionPage> {
    await this.#store.open()
    const { index } = this.#store
    await index.refresh()
    for (let tries = 1; ; tries++) {
      const page = toPage(this.#records(), query)
      let isStale = false
      for (const { id } of page.sessions) if (!this.#logs.get(id) && (await index.check(id))) isStale = true
      if (!isStale || tries === LIST_TRIES) return page
    }
  }

  delete(sessionId: string): Promise<void> {
    return orRefusal(() => this.#delete(sessionId))
  }

  async #delete(sessionId: string): Promise<void> {
    await this.#store.open()
    // What cannot be the id of a session has been forgotten already.
    if (!isSessionId(sessionId)) return
    await this.#freeStranded(sessionId)
    this.#demandFree(sessionId)
    this.#logs.set(sessionId, undefined)
    try {
      await this.#store.delete(sessionId)
    } finally {
      this.#logs.delete(sessionId)
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#logs.values()].map(log => log?.release()))
    await this.#store.close()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  /** Before a session is read or taken: the crash of whoever wrote it last is mended. */
  async #prepare(sessionId: string): Promise<void> {
    await this.#store.open()
    const { files, folder } = this.#store
    if (!isSessionId(sessionId)) throw notFound(sessionId)
    if (this.#logs.has(sessionId)) return
    const dead = deadHolder(files, folder.lock(sessionId))
    if (dead !== undefined) await recover(this.#store, dead.token)
  }

  async #hold(sessionId: string, take: () => Promise<Tail>): Promise<SessionLog> {
    await this.#store.open()
    await this.#freeStranded(sessionId)
    this.#demandFree(sessionId)
    this.#logs.set(sessionId, undefined)
    try {
      const tail = await take()
      const log = this.#toLog(sessionId, tail)
      this.#logs.set(sessionId, log)
      return log
    } catch (error) {
      this.#logs.delete(sessionId)
      throw error
    }
  }

  #toLog(sessionId: string, tail: Tail): DiskLog {
    const store = this.#store
    return new DiskLog(sessionId, {
      tail,
      keeper: store.keeper,
      lacksRoom: () => store.lacksRoom(),
      changed: () => store.index.note(tail.extent),
      released: async () => {
        await store.release(tail)
        this.#logs.delete(sessionId)
      },
    })
  }

  /** Whoever gave it back in vain may never ask again: it is done for who wants the session next. */
  async #freeStranded(sessionId: string): Promise<void> {
    const log = this.#logs.get(sessionId)
    if (log?.isStranded) await log.release()
  }

  #demandFree(sessionId: string): void {
    if (this.#logs.has(sessionId)) throw new JournalError('session_locked', 'The session is being written')
  }

  *#records(): Iterable<SessionRecord> {
    for (const { record } of this.#store.index.extents) {
      const current = this.#logs.get(record.id)?.tail.extent.record ?? record
      if (!this.#isExpired(current)) yield current
    }
  }

  #isExpired({ updatedAt }: SessionRecord): boolean {
    return Date.now() - updatedAt > this.#maxAge
  }
}

function expired(id: string): JournalError {
  return new JournalError('session_expired', `Session ${id} has expired`)
}
