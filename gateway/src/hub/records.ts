/** Reads through all that a journal keeps, whose it is; and how that is not done more often than it must be. */

import type { Journal, SessionRecord } from '@parley/acp/store'

const PAGE = 1_000

/** What was written last comes first. */
export async function* recordsIn(journal: Journal): AsyncGenerator<SessionRecord> {
  let cursor: string | undefined
  do {
    const page = await journal.list({ limit: PAGE, cursor })
    yield* page.sessions
    cursor = page.nextCursor
  } while (cursor !== undefined)
}

/** Whose sessions there are, or have been since the journal was first read through. */
export class Principals {
  readonly #journal: Journal
  #all: Promise<Set<unknown>> | undefined

  constructor(journal: Journal) {
    this.#journal = journal
  }

  /** Whether nobody else has a session, with whichever agent. */
  async areOnly(principal: string): Promise<boolean> {
    this.#all ??= this.#read().catch(error => {
      this.#all = undefined
      throw error
    })
    return [...(await this.#all)].every(each => each === principal)
  }

  /** A session of this one is in the journal from now on. */
  async add(principal: string): Promise<void> {
    const all = await this.#all?.catch(() => undefined)
    all?.add(principal)
  }

  async #read(): Promise<Set<unknown>> {
    const all = new Set<unknown>()
    for await (const { facts } of recordsIn(this.#journal)) all.add(facts?.principal)
    return all
  }
}

/** The same work for many: one at a time under each key. Who comes meanwhile shares the next, which misses nothing of theirs. */
export class SharedWork<T> {
  readonly #running = new Map<string, Promise<void>>()
  readonly #next = new Map<string, Promise<T>>()

  join(key: string, work: () => Promise<T>): Promise<T> {
    const next = this.#next.get(key)
    if (next !== undefined) return next
    const running = this.#running.get(key)
    if (running === undefined) return this.#run(key, work)
    const later = running.then(() => {
      this.#next.delete(key)
      return this.#run(key, work)
    })
    this.#next.set(key, later)
    return later
  }

  #run(key: string, work: () => Promise<T>): Promise<T> {
    const result = work()
    const over: Promise<void> = result.then(
      () => this.#end(key, over),
      () => this.#end(key, over),
    )
    this.#running.set(key, over)
    return result
  }

  #end(key: string, over: Promise<void>): void {
    if (this.#running.get(key) === over) this.#running.delete(key)
  }
}
