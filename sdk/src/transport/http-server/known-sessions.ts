/** The sessions that somebody was told of at this endpoint, whichever connection it was: they can be listened to again. */

import { sessionMade } from '../remote/routing.js'

const MOST_SESSIONS = 256
const MOST_PRINCIPALS = 1_024
// An answer that makes a session is small; a long one is something else, or nothing to read twice.
const MOST_CHARACTERS = 64 * 1024

export class KnownSessions {
  readonly #sessions = new Map<string, Set<string>>()

  has(principal: string, session: string): boolean {
    return this.#sessions.get(principal)?.has(session) ?? false
  }

  add(principal: string, session: string): void {
    const sessions = this.#sessions.get(principal) ?? new Set()
    // The latest last: those that nobody has used for longest are forgotten.
    this.#sessions.delete(principal)
    this.#sessions.set(principal, sessions)
    sessions.delete(session)
    sessions.add(session)
    if (sessions.size > MOST_SESSIONS) sessions.delete(firstOf(sessions))
    if (this.#sessions.size > MOST_PRINCIPALS) this.#sessions.delete(firstOf(this.#sessions.keys()))
  }

  /** Reads off what a principal is told outside of any session whether a session was made for it. */
  learn(principal: string, text: string): void {
    if (text.length > MOST_CHARACTERS || !text.includes('"sessionId"')) return
    const session = sessionMade(JSON.parse(text))
    if (session !== undefined) this.add(principal, session)
  }
}

function firstOf(names: Iterable<string>): string {
  for (const name of names) return name
  return ''
}
