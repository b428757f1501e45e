/**
 * What the user allowed for longer than once, as one host has it: what ends with a session belongs to this host alone,
 * because sessions of other hosts may have the same ids; the rest is shared.
 */

import type { Grant } from '../../guard/index.js'
import type { GrantMemory } from '../grants.js'

/** More than anybody has clicked. */
const MOST_GRANTS = 10_000

export class HostGrants implements GrantMemory {
  readonly #shared: GrantMemory
  #session: readonly Grant[] = []

  constructor(shared: GrantMemory) {
    this.#shared = shared
  }

  get folder(): string {
    return this.#shared.folder
  }

  async list(): Promise<readonly Grant[]> {
    return [...this.#session, ...(await this.#shared.list())]
  }

  async add(grant: Grant): Promise<void> {
    if (grant.scope === 'session') this.#session = [...this.#session, grant].slice(-MOST_GRANTS)
    else await this.#shared.add(grant)
  }

  async revoke(id: string): Promise<boolean> {
    const kept = this.#session.filter(grant => grant.id !== id)
    const isOurs = kept.length < this.#session.length
    this.#session = kept
    return isOurs || this.#shared.revoke(id)
  }

  /** A session is over, and what was allowed in it. */
  forget(sessionId: string): void {
    this.#session = this.#session.filter(grant => grant.sessionId !== sessionId)
  }

  close(): Promise<void> {
    this.#session = []
    return this.#shared.close()
  }
}
