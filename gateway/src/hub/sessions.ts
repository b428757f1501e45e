/** All sessions of a gateway: those that are open in memory, and how the others are found again in the journal. */

import { createHash, randomBytes } from 'node:crypto'
import {
  forkSession,
  type Journal,
  JournalError,
  type SessionHeader,
  type SessionRecord,
} from '@parley/acp/store'
import type { HubEvent } from './event.js'
import { lastWords } from './last-words.js'
import { Past } from './past.js'
import type { Patience } from './questions.js'
import { refusal } from './refusal.js'
import { EventLog } from './session-log.js'
import { type SessionFacts, SharedSession } from './shared-session.js'
import { UPDATE_METHOD } from './words.js'

const LEFT_OPEN = 'The gateway was ended, and this turn with it.'

/** Whose session it is, and which agent's. */
export interface Owner {
  readonly principal: string
  readonly agent: string
}

export interface SessionsOptions {
  readonly journal: Journal
  readonly patience: Patience
  readonly failed: (error: unknown) => void
}

export class Sessions {
  /** Whether those that are opened from now on take no prompts. */
  isClosing = false
  readonly #options: SessionsOptions
  readonly #open = new Map<string, Promise<SharedSession | undefined>>()
  readonly #closing = new Map<string, Promise<void>>()

  constructor(options: SessionsOptions) {
    this.#options = options
  }

  /** The session, if it is there and this owner's. */
  async find(owner: Owner, sessionId: string): Promise<SharedSession | undefined> {
    const key = keyOf(owner, sessionId)
    // One that is being put away can be had again when that is done.
    await this.#closing.get(key)
    const known = this.#open.get(key)
    if (known !== undefined) return await known
    return await this.#hold(key, this.#reopen(key, owner))
  }

  /** Whether there is such a session, without opening it. */
  async knows(owner: Owner, sessionId: string): Promise<boolean> {
    const key = keyOf(owner, sessionId)
    await this.#closing.get(key)
    if (this.#open.has(key)) return (await this.#open.get(key)) !== undefined
    return (await this.#record(key, owner)) !== undefined
  }

  /** Begins a session. Rejects when its id is taken: a fresh one must not stand under an old name. */
  async create(facts: SessionFacts): Promise<SharedSession> {
    const key = keyOf(facts, facts.sessionId)
    if (await this.#open.get(key)) throw taken()
    const session = await this.#hold(key, this.#begin(key, facts))
    if (session === undefined) throw taken()
    return session
  }

  /** Begins a session with everything that another one holds. */
  async fork(source: SharedSession, facts: SessionFacts): Promise<SharedSession> {
    const key = keyOf(facts, facts.sessionId)
    const { journal } = this.#options
    await source.log.kept(source.log.last)
    const kept = await forkSession(journal, keyOf(source.facts, source.sessionId), toHeader(key, facts))
    await kept.release()
    const session = await this.find(facts, facts.sessionId)
    if (session === undefined) throw taken()
    return session
  }

  /** Forgets a session for good. */
  async delete(session: SharedSession): Promise<void> {
    await this.#close(session, key => this.#options.journal.delete(key))
    session.showOut()
  }

  /** Closes a session in memory; it is found again when somebody asks for it. */
  putAway(session: SharedSession): Promise<void> {
    return this.#close(session, async () => {})
  }

  /** Those that are open in memory. */
  async all(): Promise<readonly SharedSession[]> {
    const sessions = await Promise.all([...this.#open.values()].map(each => each.catch(() => undefined)))
    return sessions.filter(session => session !== undefined)
  }

  async #close(session: SharedSession, last: (key: string) => Promise<void>): Promise<void> {
    const key = keyOf(session.facts, session.sessionId)
    this.#open.delete(key)
    const closing = session.close().then(() => last(key))
    this.#closing.set(
      key,
      closing.catch(() => {}),
    )
    await closing.finally(() => this.#closing.delete(key))
  }

  #hold(key: string, opening: Promise<SharedSession | undefined>): Promise<SharedSession | undefined> {
    this.#open.set(key, opening)
    const forget = (): void => {
      if (this.#open.get(key) === opening) this.#open.delete(key)
    }
    opening.then(session => session ?? forget(), forget)
    return opening
  }

  async #begin(key: string, facts: SessionFacts): Promise<SharedSession> {
    const { journal } = this.#options
    const header = toHeader(key, facts)
    const kept = await journal.create(header).catch(error => {
      throw error instanceof JournalError && error.reason === 'session_locked' ? taken() : error
    })
    return this.#make(facts, new EventLog({ journal, kept, epoch: String(header.facts?.epoch) }), new Past())
  }

  async #reopen(key: string, owner: Owner): Promise<SharedSession | undefined> {
    const { journal } = this.#options
    const record = await this.#record(key, owner)
    if (record === undefined) return undefined
    const kept = await journal.acquire(key)
    const past = new Past()
    let last = 0
    for await (const entry of journal.read(key)) {
      last = entry.seq
      // What the journal gives back under this kind was written by a log of ours.
      if (entry.kind === 'event') past.take(entry.seq, entry.event as HubEvent)
    }
    const log = new EventLog({ journal, kept, epoch: String(record.facts?.epoch), last })
    const session = this.#make(toFacts(record, owner), log, past)
    closeLeftOpen(session)
    return session
  }

  async #record(key: string, { principal, agent }: Owner): Promise<SessionRecord | undefined> {
    try {
      const record = await this.#options.journal.find(key)
      const { facts = {} } = record
      return facts.principal === principal && facts.agent === agent ? record : undefined
    } catch (error) {
      if (error instanceof JournalError && /^session_(not_found|expired)$/.test(error.reason))
        return undefined
      throw error
    }
  }

  #make(facts: SessionFacts, log: EventLog, past: Past): SharedSession {
    const { patience, failed } = this.#options
    const parts = { facts, log, past, patience, failed: (_: SharedSession, error: unknown) => failed(error) }
    const session = new SharedSession(parts)
    session.isClosing = this.isClosing
    return session
  }
}

/** An agent chooses the ids of its sessions: neither is one fit to name a file, nor are two agents' ids different. */
function keyOf({ principal, agent }: Owner, sessionId: string): string {
  return createHash('sha256')
    .update(JSON.stringify([principal, agent, sessionId]))
    .digest('hex')
}

function toHeader(key: string, facts: SessionFacts): SessionHeader {
  const { sessionId, principal, agent, protocol, cwd, additionalDirectories } = facts
  const epoch = randomBytes(9).toString('base64url')
  return { id: key, cwd, additionalDirectories, facts: { sessionId, principal, agent, protocol, epoch } }
}

function toFacts({ facts = {}, cwd, additionalDirectories }: SessionRecord, owner: Owner): SessionFacts {
  const { principal, agent } = owner
  const [sessionId, protocol] = [String(facts.sessionId), Number(facts.protocol)]
  return { sessionId, principal, agent, protocol, cwd, additionalDirectories }
}

function taken(): Error {
  return new JournalError('session_locked', 'A session with this id is there already')
}

/** Nobody works on what an earlier process left open: it is closed visibly before anybody sees it. */
function closeLeftOpen(session: SharedSession): void {
  const { past, sessionId, answersEndTurns } = session
  for (const [question, { isForAll }] of [...past.openQuestions])
    session.record({ type: 'answered', question, how: 'withdrawn', isForAll })
  const open = [...past.prompts].filter(([, { answer }]) => answer === undefined)
  if (open.length === 0 && !past.isWorking) return
  for (const update of lastWords(LEFT_OPEN, answersEndTurns))
    session.record({ type: 'told', method: UPDATE_METHOD, params: { sessionId, update } })
  const answer = answersEndTurns
    ? { result: { stopReason: 'cancelled' } }
    : refusal('internal_error', LEFT_OPEN)
  for (const [prompt, { by }] of open) session.record({ type: 'response', prompt, answer, by })
}
