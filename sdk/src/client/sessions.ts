/** The conversations of one connection, and the updates that arrive before their session is known. */

import { AcpError, type Log } from '../protocol/index.js'
import { Allowance } from './allowance.js'
import { type Conversation, Session, type SessionPlace, type Shared } from './session.js'

const MOST_EARLY_UPDATES = 1_000
const MOST_EARLY_SESSIONS = 100
const KEPT_BYTES = 8 * 1024 * 1024

interface Early<Update> {
  readonly update: Update
  readonly size: number
}

export class SessionMap<Update> {
  readonly #shared: Shared<Update>
  readonly #byId = new Map<string, Session<Update>>()
  /** Agents send updates before they have answered `session/new`; they belong to it all the same. */
  readonly #early = new Map<string, Early<Update>[]>()

  constructor(conversation: Conversation<Update>, log: Log) {
    this.#shared = { conversation, log, allowance: new Allowance(KEPT_BYTES) }
  }

  add(id: string, place: SessionPlace): Session<Update> {
    // Two conversations under one id could not be told apart: the updates and the end of one would go to the other.
    if (this.#byId.has(id))
      throw new AcpError('invalid_result', 'the agent gave a new session the id of another one')
    const session = new Session(id, place, this.#shared)
    this.#byId.set(id, session)
    for (const { update, size } of this.#early.get(id) ?? []) {
      this.#shared.allowance.giveBack(size)
      void session.deliver(update, size)
    }
    this.#early.delete(id)
    return session
  }

  find(id: string): Session<Update> | undefined {
    return this.#byId.get(id)
  }

  deliver(id: string, update: Update, size: number): Promise<void> | undefined {
    const session = this.#byId.get(id)
    if (session !== undefined) return session.deliver(update, size)
    this.#keepEarly(id, { update, size })
    return undefined
  }

  all(): readonly Session<Update>[] {
    return [...this.#byId.values()]
  }

  #keepEarly(id: string, early: Early<Update>): void {
    const kept = this.#early.get(id) ?? []
    const isNew = kept.length === 0
    const isFull = isNew ? this.#early.size >= MOST_EARLY_SESSIONS : kept.length >= MOST_EARLY_UPDATES
    if (isFull || !this.#shared.allowance.take(early.size))
      return this.#shared.log.write({
        level: 'warn',
        event: 'update_dropped',
        message: 'the session is not known',
      })
    if (isNew) this.#early.set(id, kept)
    kept.push(early)
  }
}
