/** All sessions of a gateway: those that are open in memory, and how the others are found again in the journal. */

import { forkSession, type Journal, type SessionRecord } from '@parley/acp/store'
import { forkOf, type Label, type LabelChange, Labels, nameFor } from './labels.js'
import { closeLeftOpen } from './last-words.js'
import type { Lend } from './lender.js'
import { type ListedPage, type ListedSession, Listing, type ListWish } from './listing.js'
import type { Patience } from './patience.js'
import { keyOf, type Owner, type SessionFacts, toHeader } from './session-facts.js'
import { SessionStore, type StoredSession, taken } from './session-store.js'
import { SharedSession } from './shared-session.js'

export type { Owner } from './session-facts.js'

const DELETED = 'The session was deleted, and this turn with it.'

/** Takes a place among the sessions that somebody may have open, and says how it is given back; throws where none is left. */
export type TakePlace = () => () => void

export interface SessionsOptions {
  readonly journal: Journal
  readonly patience: Patience
  readonly lend?: Lend | undefined
  /** What people call sessions; in memory only unless told. */
  readonly labels?: Labels | undefined
  readonly failed: (error: unknown) => void
  /** A session is about to be forgotten: what opened it must not open another that gets its id. */
  readonly forgetting?: ((facts: SessionFacts) => Promise<void>) | undefined
}

type Found = Promise<SharedSession | undefined>

export class Sessions {
  /** Whether those that are opened from now on take no prompts. */
  isClosing = false
  readonly #options: SessionsOptions
  readonly #listing: Listing
  readonly #labels: Labels
  readonly #store: SessionStore
  /** Those that can be had, or are on their way. */
  readonly #open = new Map<string, Found>()
  /** Those that are in memory, also while their agent still tells their past. */
  readonly #live = new Map<string, SharedSession>()
  readonly #closing = new Map<string, Promise<undefined>>()
  readonly #deleting = new Map<string, Promise<void>>()
  /** How the places are given back that they have. */
  readonly #places = new Map<string, () => void>()

  constructor(options: SessionsOptions) {
    this.#options = options
    this.#labels = options.labels ?? new Labels()
    const { journal } = options
    this.#listing = new Listing({ journal, labels: this.#labels, opened: key => this.#live.get(key) })
    this.#store = new SessionStore(journal)
  }

  /** The session, if it is there and this owner's. */
  async find(owner: Owner, sessionId: string, take: TakePlace): Found {
    const key = keyOf(owner, sessionId)
    // One that is being put away can be had again when that is done.
    while (this.#closing.has(key)) await this.#closing.get(key)
    const opening = this.#open.get(key) ?? this.#hold(key, take, () => this.#found(key, owner))
    const session = await opening
    // Whoever comes to one that nobody used must not find it put away a moment later.
    if (session !== undefined) session.activeAt = Date.now()
    return session
  }

  /** Whether there is such a session, without opening it. */
  async knows(owner: Owner, sessionId: string): Promise<boolean> {
    const key = keyOf(owner, sessionId)
    await this.#closing.get(key)
    return this.#live.has(key) || (await this.#store.record(key, owner)) !== undefined
  }

  /** Those that are kept of this owner, the latest first. */
  list(owner: Owner, wish: ListWish): Promise<ListedPage> {
    return this.#listing.page(owner, wish)
  }

  /** The one of this id, if it is this owner's, as a list shows it. */
  async listOne(owner: Owner, sessionId: string): Promise<ListedPage> {
    const record = await this.#store.record(keyOf(owner, sessionId), owner)
    return { sessions: record === undefined ? [] : [await this.#listing.toListed(record)] }
  }

  /** All that are kept of this owner by their ids, each as a list shows it. */
  async shown(owner: Owner): Promise<ReadonlyMap<string, () => Promise<ListedSession>>> {
    const records = await this.#listing.recordsOf(owner)
    const show = (record: SessionRecord) => () => this.#listing.toListed(record)
    return new Map(records.map(record => [String(record.facts?.sessionId), show(record)]))
  }

  /** Begins a session. Rejects when its id is taken: a fresh one must not stand under an old name. */
  async create(facts: SessionFacts, take: TakePlace): Promise<SharedSession> {
    let isNew = false
    const session = await this.adopt(facts, take, async () => {
      isNew = true
    })
    if (!isNew) throw taken()
    return session
  }

  /**
   * Begins a session whose past its agent tells. Nobody finds it before all of that is told, and where it fails there was none;
   * who wants the same meanwhile gets what became of it.
   */
  async adopt(
    facts: SessionFacts,
    take: TakePlace,
    tell: (session: SharedSession) => Promise<void>,
  ): Promise<SharedSession> {
    const key = keyOf(facts, facts.sessionId)
    // Nothing is awaited between the last look and the beginning: the one who comes first begins it.
    for (let there = this.#at(key); there !== undefined; there = this.#at(key)) {
      const session = await there
      if (session !== undefined) return session
    }
    const session = await this.#hold(key, take, async () => {
      const begun = this.#make(key, await this.#store.begin(facts))
      await tell(begun).catch(async error => {
        await this.#close(begun, () => this.#options.journal.delete(key))
        throw error
      })
      return begun
    })
    if (session === undefined) throw taken()
    return session
  }

  /** Begins a session with everything that another one holds. */
  async fork(source: SharedSession, facts: SessionFacts, take: TakePlace): Promise<SharedSession> {
    const { journal } = this.#options
    await source.log.kept(source.log.last)
    const kept = await forkSession(journal, keyOf(source.facts, source.sessionId), toHeader(facts))
    await kept.release()
    const session = await this.find(facts, facts.sessionId, take)
    if (session === undefined) throw taken()
    const [of, title] = [session.past.title.text, source.past.title.text]
    if (of !== undefined) await this.label(session, { fork: forkOf(of, title) })
    return session
  }

  /** People name a session, or put it away. Resolves when that lasts. */
  async label({ facts, sessionId, past }: SharedSession, change: LabelChange): Promise<Label> {
    past.title.label = await this.#labels.change(keyOf(facts, sessionId), change)
    return past.title.label
  }

  /** What people call the session of this id, where they do, and its agent calls it so. */
  nameOf(owner: Owner, sessionId: string, own?: string): string | undefined {
    return nameFor(this.#labels.of(keyOf(owner, sessionId)), own)
  }

  /** Forgets a session for good; who wants the same meanwhile waits for it. */
  delete(session: SharedSession): Promise<void> {
    const key = keyOf(session.facts, session.sessionId)
    const deleting =
      this.#deleting.get(key) ?? this.#delete(key, session).finally(() => this.#deleting.delete(key))
    this.#deleting.set(key, deleting)
    return deleting
  }

  /** Closes a session in memory; it is found again when somebody asks for it. */
  putAway(session: SharedSession): Promise<void> {
    return this.#close(session, async () => {})
  }

  /** Its agent has put it away, and nobody looks on: it takes no place. */
  giveBack({ facts, sessionId }: SharedSession): void {
    const key = keyOf(facts, sessionId)
    this.#places.get(key)?.()
    this.#places.delete(key)
  }

  /** It takes one again; where none is left it stays all the same, for it is open. */
  occupy({ facts, sessionId }: SharedSession, take: TakePlace, report: (error: unknown) => void): void {
    const key = keyOf(facts, sessionId)
    try {
      if (!this.#places.has(key)) this.#places.set(key, take())
    } catch (error) {
      report(error)
    }
  }

  /** Those that are open in memory. */
  get all(): readonly SharedSession[] {
    return [...this.#live.values()]
  }

  /** Whether nobody else has, or has had, a session here, with whichever agent. */
  areAllOf(principal: string): Promise<boolean> {
    return this.#store.areAllOf(principal)
  }

  #at(key: string): Found | undefined {
    return this.#closing.get(key) ?? this.#open.get(key)
  }

  #hold(key: string, take: TakePlace, open: () => Found): Found {
    const opening = this.#placed(key, take, open)
    this.#open.set(key, opening)
    const forget = (): void => {
      if (this.#open.get(key) === opening) this.#open.delete(key)
    }
    opening.then(session => session ?? forget(), forget)
    return opening
  }

  async #placed(key: string, take: TakePlace, open: () => Found): Found {
    const giveBack = take()
    const session = await open().catch(error => {
      giveBack()
      throw error
    })
    if (session === undefined) giveBack()
    else this.#places.set(key, giveBack)
    return session
  }

  async #delete(key: string, session: SharedSession): Promise<void> {
    // Nobody else may have it, nor take it up, while it is forgotten.
    await this.#closing.get(key)
    const current = (await this.#open.get(key)?.catch(() => undefined)) ?? session
    current.work.end(DELETED)
    await this.#close(current, async () => {
      await this.#options.forgetting?.(current.facts)
      await this.#options.journal.delete(key)
      await this.#labels.forget(key)
    })
    current.showOut()
  }

  async #close(session: SharedSession, last: () => Promise<void>): Promise<void> {
    const key = keyOf(session.facts, session.sessionId)
    const isLive = this.#live.get(key) === session
    if (isLive) this.#live.delete(key)
    if (isLive) this.#open.delete(key)
    const closing = (isLive ? session.close() : Promise.resolve(this.#closing.get(key))).then(last)
    const closed: Promise<undefined> = closing
      .catch(() => {})
      .then(() => {
        if (isLive) this.giveBack(session)
        if (this.#closing.get(key) === closed) this.#closing.delete(key)
        return undefined
      })
    this.#closing.set(key, closed)
    await closed
    await closing
  }

  async #found(key: string, owner: Owner): Found {
    const parts = await this.#store.reopen(key, owner)
    if (parts === undefined) return undefined
    const session = this.#make(key, parts)
    closeLeftOpen(session)
    return session
  }

  #make(key: string, parts: StoredSession): SharedSession {
    const { patience, lend, failed } = this.#options
    const session = new SharedSession({ ...parts, patience, lend, failed })
    session.isClosing = this.isClosing
    session.past.title.label = this.#labels.of(key)
    this.#live.set(key, session)
    return session
  }
}
