/** The conversations of one connection, and the updates that arrive before their session is known. */

import { AcpError, type Version } from '../protocol/index.js'
import { RETELLING } from '../thread/index.js'
import { Allowance } from './allowance.js'
import { LiveSession, type Shared } from './live-session.js'
import type { SessionPlace } from './session.js'
import type { UpdateOf } from './speech.js'

const MOST_EARLY_UPDATES = 1_000
const MOST_EARLY_SESSIONS = 100
const MOST_ENDED = 1_000
const KEPT_BYTES = 8 * 1024 * 1024

interface Early {
  readonly update: UpdateOf<Version>
  readonly size: number
}

export class SessionMap {
  readonly shared: Shared
  readonly #byId = new Map<string, LiveSession>()
  /** Agents send updates before they have answered `session/new`; they belong to it all the same. */
  readonly #early = new Map<string, Early[]>()
  /** What an agent still says of a session that was closed belongs to nothing. */
  readonly #ended = new Set<string>()
  /** Sessions that nobody has yet been given, and how many are asking for each at once. */
  readonly #awaited = new Map<LiveSession, number>()

  constructor(terms: Pick<Shared, 'peer' | 'conversation' | 'spelling'>) {
    this.shared = {
      ...terms,
      sessions: this,
      log: terms.peer.log,
      allowance: new Allowance(KEPT_BYTES),
      attendance: undefined,
      signIn: undefined,
    }
  }

  add(id: string, place: SessionPlace): LiveSession {
    const session = this.#enter(id, place)
    for (const { update, size } of this.#takeEarly(id)) void session.deliver(update, size)
    return session
  }

  /** A session that is about to be asked for: what came under its id before is none of its replay. */
  takeUp(id: string, place: SessionPlace): LiveSession {
    const known = this.#byId.get(id)
    const asking = known === undefined ? 0 : this.#awaited.get(known)
    if (known === undefined) this.#takeEarly(id)
    const session = known ?? this.#enter(id, place)
    if (asking !== undefined) this.#awaited.set(session, asking + 1)
    return session
  }

  /** The agent has it: whoever else asks for it in vain takes nothing away. */
  confirm(session: LiveSession): void {
    this.#awaited.delete(session)
  }

  /** It could not be had; the last one who finds that out lets it go. */
  giveUp(session: LiveSession, error: Error): void {
    const asking = this.#awaited.get(session)
    if (asking === undefined) return
    if (asking > 1) return void this.#awaited.set(session, asking - 1)
    this.#awaited.delete(session)
    this.letGo(session.id, error)
  }

  find(id: string): LiveSession | undefined {
    return this.#byId.get(id)
  }

  /** Takes an update of the wire; a promise slows the agent down. */
  deliver(id: string, update: UpdateOf<Version>, size: number): Promise<void> | undefined {
    // Only the kit itself says that, when the far end of its channel begins anew.
    if (update.sessionUpdate === RETELLING) return undefined
    const session = this.#byId.get(id)
    if (session !== undefined) return session.deliver(update, size)
    this.#keepEarly(id, { update, size })
    return undefined
  }

  /** The session is over, for the given reason; if it is loaded again it is another one. */
  letGo(id: string, error: Error): void {
    const session = this.#byId.get(id)
    if (session === undefined) return
    this.#byId.delete(id)
    this.#awaited.delete(session)
    this.#ended.add(id)
    const [oldest] = this.#ended
    if (oldest !== undefined && this.#ended.size > MOST_ENDED) this.#ended.delete(oldest)
    session.end(error)
    this.shared.attendance?.closed(id)
  }

  letGoAll(error: Error): void {
    for (const id of [...this.#byId.keys()]) this.letGo(id, error)
  }

  #enter(id: string, place: SessionPlace): LiveSession {
    // Two conversations under one id could not be told apart: the updates and the end of one would go to the other.
    if (this.#byId.has(id))
      throw new AcpError('invalid_result', 'the agent gave a new session the id of another one')
    this.#ended.delete(id)
    const session = new LiveSession(id, place, this.shared)
    this.#byId.set(id, session)
    this.shared.attendance?.opened(session)
    return session
  }

  #takeEarly(id: string): readonly Early[] {
    const early = this.#early.get(id) ?? []
    for (const { size } of early) this.shared.allowance.giveBack(size)
    this.#early.delete(id)
    return early
  }

  #keepEarly(id: string, early: Early): void {
    if (this.#ended.has(id)) return
    const kept = this.#early.get(id) ?? []
    const isNew = kept.length === 0
    const isFull = isNew ? this.#early.size >= MOST_EARLY_SESSIONS : kept.length >= MOST_EARLY_UPDATES
    if (isFull || !this.shared.allowance.take(early.size))
      return this.shared.log.write({
        level: 'warn',
        event: 'update_dropped',
        message: 'the session is not known',
      })
    if (isNew) this.#early.set(id, kept)
    kept.push(early)
  }
}
