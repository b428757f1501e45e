/** The conversations of one connection: an id means nothing on any other. */

import { rpcError } from '../protocol/index.js'
import type { LiveSession } from './session.js'
import type { Turnstile } from './turnstile.js'

export class Sessions {
  #byId: Map<string, LiveSession> | undefined
  /** Where one thing at a time is done with a session. Brought along by the lobby: before that, nothing is. */
  turnstile: Turnstile | undefined
  /** The connection is over: what is still being opened is let go again. */
  isOver = false

  add(session: LiveSession): void {
    this.#byId ??= new Map()
    this.#byId.set(session.id, session)
  }

  /** Lets go of everything, also of what was being opened when the connection ended. */
  async end(): Promise<void> {
    await Promise.all([...this.all().map(session => session.end()), this.turnstile?.settled()])
  }

  get size(): number {
    return this.#byId?.size ?? 0
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
