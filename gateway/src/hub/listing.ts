/** The sessions of one principal with one agent as somebody chooses from them: what they are called, and who is there. */

import { rpcError } from '@parley/acp/protocol'
import type { Journal, SessionRecord } from '@parley/acp/store'
import type { HubEvent } from './event.js'
import type { Labels } from './labels.js'
import type { Present } from './presence.js'
import { recordsIn, SharedWork } from './records.js'
import { isOf, type Owner } from './session-facts.js'
import type { SharedSession } from './shared-session.js'
import { Title } from './title.js'

/** A session in a list. */
export interface ListedSession {
  readonly sessionId: string
  readonly agent: string
  readonly cwd: string
  readonly title?: string | undefined
  /** Somebody has put it away. */
  readonly isArchived: boolean
  /** ISO 8601. */
  readonly updatedAt: string
  /** A turn is under way, or a question is open. */
  readonly isBusy: boolean
  /** Somebody is asked something that people answer. */
  readonly isWaiting: boolean
  readonly present: readonly Present[]
}

/** Which of them. */
export interface ListWish {
  /** Only those that work in exactly this directory, by any of these names. */
  readonly cwds?: readonly string[] | undefined
  /** Where the page before ended, as that page said it. */
  readonly cursor?: string | undefined
  /** Only those that are held in such a version, or under such a name of their directory. */
  readonly isHeldIn?: ((protocol: number, cwd: string) => boolean) | undefined
}

/** The latest first. */
export interface ListedPage {
  readonly sessions: readonly ListedSession[]
  /** Where to go on; absent on the last page. */
  readonly nextCursor?: string | undefined
}

type Mark = Pick<SessionRecord, 'id' | 'updatedAt'>

const MOST_SESSIONS = 200
const MOST_TITLES = 4_096
// What a session is called is said near its beginning; to read all of each would take too long.
const MOST_ENTRIES = 200
const MOST_CHARACTERS = 64 * 1024
const CURSOR = /^(\d{1,15})-([0-9a-f]{64})$/

export interface ListingParts {
  readonly journal: Journal
  readonly labels: Labels
  /** The session of a record, where it is open. */
  readonly opened: (key: string) => SharedSession | undefined
}

export class Listing {
  readonly #journal: Journal
  readonly #labels: Labels
  readonly #opened: ListingParts['opened']
  readonly #work = new SharedWork<readonly SessionRecord[]>()
  #reading: Promise<unknown> = Promise.resolve()
  /** What those are called that are not open, as they were written last. */
  readonly #titles = new Map<string, { readonly updatedAt: number; readonly title: Promise<Title> }>()

  constructor({ journal, labels, opened }: ListingParts) {
    this.#journal = journal
    this.#labels = labels
    this.#opened = opened
  }

  async page(owner: Owner, { cwds, cursor, isHeldIn = () => true }: ListWish): Promise<ListedPage> {
    const mark = cursor === undefined ? undefined : toMark(cursor)
    const wanted = (await this.recordsOf(owner)).filter(
      record =>
        (cwds === undefined || cwds.includes(record.cwd)) &&
        (mark === undefined || isBehind(record, mark)) &&
        isHeldIn(Number(record.facts?.protocol), record.cwd),
    )
    const page = wanted.slice(0, MOST_SESSIONS)
    const sessions = await Promise.all(page.map(record => this.toListed(record)))
    const last = page.at(-1)
    const hasMore = wanted.length > page.length && last !== undefined
    return hasMore ? { sessions, nextCursor: `${last.updatedAt}-${last.id}` } : { sessions }
  }

  /** All of them, the latest first. */
  async recordsOf(owner: Owner): Promise<readonly SessionRecord[]> {
    const { principal } = owner
    const all = await this.#work.join(principal, async () => {
      const theirs: SessionRecord[] = []
      for await (const record of recordsIn(this.#journal))
        if (record.facts?.principal === principal) theirs.push(record)
      return theirs
    })
    return all.filter(record => isOf(record, owner))
  }

  async toListed(record: SessionRecord): Promise<ListedSession> {
    const { id, cwd, updatedAt, facts = {} } = record
    const session = this.#opened(id)
    const name = session?.past.title ?? (await this.#titleOf(record))
    name.label = this.#labels.of(id)
    const { isArchived = false } = name.label
    return {
      ...{
        sessionId: String(facts.sessionId),
        agent: String(facts.agent),
        cwd,
        title: name.text,
        isArchived,
      },
      updatedAt: new Date(updatedAt).toISOString(),
      isBusy: session?.isBusy ?? false,
      isWaiting: session?.work.isWaiting ?? false,
      present: session?.present() ?? [],
    }
  }

  /** Those that were begun before titles were written down, or have none, are looked into. */
  async #titleOf({ id, updatedAt, title: written }: SessionRecord): Promise<Title> {
    if (written !== undefined) return new Title(written)
    const known = this.#titles.get(id)
    if (known?.updatedAt === updatedAt) return await known.title
    // One that cannot be read has none; what is wrong with it is told to whoever loads it.
    const title = this.#reading.then(() => this.#readTitle(id)).catch(() => new Title())
    // One after the other: whoever wants something else is not to wait for all of them.
    this.#reading = title
    this.#titles.delete(id)
    this.#titles.set(id, { updatedAt, title })
    const [oldest] = this.#titles.keys()
    if (this.#titles.size > MOST_TITLES && oldest !== undefined) this.#titles.delete(oldest)
    return await title
  }

  async #readTitle(id: string): Promise<Title> {
    const title = new Title()
    let characters = 0
    for await (const entry of this.#journal.read(id)) {
      if (entry.kind !== 'event') continue
      // What the journal gives back under this kind was written by a log of ours.
      title.take(entry.event as HubEvent)
      characters += JSON.stringify(entry.event).length
      if (entry.seq >= MOST_ENTRIES || characters > MOST_CHARACTERS) break
    }
    return title
  }
}

function toMark(cursor: string): Mark {
  const [, time, id] = CURSOR.exec(cursor) ?? []
  if (id === undefined) throw rpcError('invalid_params', '/cursor: there is no such page')
  return { id, updatedAt: Number(time) }
}

function isBehind(record: Mark, mark: Mark): boolean {
  return record.updatedAt < mark.updatedAt || (record.updatedAt === mark.updatedAt && record.id > mark.id)
}
