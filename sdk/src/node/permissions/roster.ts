/** The sessions that one host serves, and what their agents call themselves. Loaded with the room, so it loads nothing. */

import type { HostedSession } from '../../client/index.js'
import type { v1 } from '../../schema/index.js'

interface Entry {
  /** Nothing where two connections have a session of one id: they could not be told apart. */
  readonly session: HostedSession | undefined
  readonly agent: v1.Implementation | undefined
}

// A name is kept with every grant.
const LONGEST_NAME = 256

export class Roster {
  readonly #entries = new Map<string, Entry>()

  open(session: HostedSession, agent: v1.Implementation | undefined): void {
    const known = this.#entries.get(session.id)
    const isOther = known !== undefined && known.session !== session && known.session?.isClosed !== true
    this.#entries.set(session.id, { session: isOther ? undefined : session, agent })
    if (isOther)
      throw new Error(
        'two connections of one host have a session of the same id: make a host for each of them',
      )
  }

  close(sessionId: string): void {
    this.#entries.delete(sessionId)
  }

  find(sessionId: string): HostedSession | undefined {
    return this.#entries.get(sessionId)?.session
  }

  /** What the agent calls itself: good for making grants narrower. */
  nameOf(sessionId: string): string | undefined {
    const name = this.#entries.get(sessionId)?.agent?.name
    return name?.slice(0, LONGEST_NAME)
  }

  /** The agent's own word for itself, for the record. */
  claimOf(sessionId: string): string | undefined {
    const agent = this.#entries.get(sessionId)?.agent
    return agent && `${agent.name}@${agent.version}`
  }
}
