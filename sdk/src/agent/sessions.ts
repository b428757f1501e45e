/** The conversations of one connection: an id means nothing on any other. */

import { rpcError } from '../protocol/index.js'
import type { LiveSession } from './session.js'
import { Turnstile } from './turnstile.js'

const MOST_SESSIONS = 20_000

export class Sessions {
  #byId: Map<string, LiveSession> | undefined
  readonly #turnstile = new Turnstile()
  #isOver = false

  add(session: LiveSession): void {
    this.#byId ??= new Map()
    this.#byId.set(session.id, session)
  }

  /** Does something with a session while nothing else is done with it: it is neither half open nor half closed. */
  alone<T>(id: string, work: () => Promise<T>): Promise<T> {
    return this.#turnstile.pass(id, work)
  }

  /** Lets go of everything, also of what was being opened when the connection ended. */
  async end(): Promise<void> {
    await Promise.all([...this.all().map(session => session.end()), this.#turnstile.settled()])
  }

  demandRoom(): void {
    if ((this.#byId?.size ?? 0) >= MOST_SESSIONS)
      throw rpcError('rate_limited', `One connection has at most ${MOST_SESSIONS} sessions`)
  }

  /** The connection is over: what is still being opened is let go again. */
  shut(): void {
    this.#isOver = true
  }

  /** Throws once nobody is left who could use a session. */
  demandOpen(): void {
    if (this.#isOver) throw rpcError('request_cancelled', 'The connection is over')
  }

  get(id: string): LiveSession {
    const session = this.#byId?.get(id)
    if (session === undefined)
      throw rpcError('session_not_found', 'Session not found', { sessionId: id.slice(0, 256) })
    return session
  }

  find(id: string): LiveSession | undefined {
    return this.#byId?.get(id)
  }

  all(): readonly LiveSession[] {
    return [...(this.#byId?.values() ?? [])]
  }

  remove(id: string): void {
    this.#byId?.delete(id)
  }
}
