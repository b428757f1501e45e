/**
 * Who listens to sessions that are not there: because they are still to be opened, or because they were put away. Knows which
 * of them this client may wait for, and never more of them than it can hold.
 */

import type { ListeningRefusal, Outlet } from '@parley/acp/transport'

const MOST_PARKED = 64
const MOST_EXPECTED = 1_024
const MOST_KEPT = 1_024

export class WaitingEars {
  /** Who listens to sessions that are still to be opened. */
  readonly #parked = new Map<string, Outlet>()
  /** Who listened to sessions that were put away. */
  readonly #kept = new Map<string, Outlet>()
  /** Sessions that only the agent knows and that this client was told of. */
  readonly #expected = new Set<string>()
  /** Those that it is about to open, and by how many requests. */
  readonly #opening = new Map<string, number>()

  /** Whether whoever opens this session just now can listen before it is open. */
  canWait(sessionId: string): boolean {
    return this.#opening.has(sessionId) && this.#parked.size < MOST_PARKED
  }

  /** This session is one that may be listened to before it is open. */
  expect(sessionId: string): void {
    this.#expected.add(sessionId)
    const [oldest] = this.#expected
    if (this.#expected.size > MOST_EXPECTED && oldest !== undefined) this.#expected.delete(oldest)
  }

  /** The same while the work lasts that may open it; whoever still waits for it then has nothing to hear. */
  async expecting<T>(sessionId: string, work: () => Promise<T>): Promise<T> {
    const countOf = (): number => this.#opening.get(sessionId) ?? 0
    this.#opening.set(sessionId, countOf() + 1)
    try {
      return await work()
    } finally {
      this.#opening.set(sessionId, countOf() - 1)
      if (countOf() === 0) {
        this.#opening.delete(sessionId)
        this.#parked.get(sessionId)?.close()
      }
    }
  }

  /** What only the agent knows may still be opened; whoever listens already hears it then. */
  park(sessionId: string, outlet: Outlet): ListeningRefusal | undefined {
    const isAwaited = this.#expected.has(sessionId) || this.#opening.has(sessionId)
    if (!isAwaited || this.#parked.size >= MOST_PARKED) return 'unknown'
    if (this.#parked.has(sessionId)) return 'taken'
    put(this.#parked, sessionId, outlet)
    return undefined
  }

  /** Where all streams share a socket nobody asks for this one again: it goes on here when the session does. */
  keep(sessionId: string, outlet: Outlet): void {
    put(this.#kept, sessionId, outlet)
    const [oldest] = this.#kept
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) {
      this.#kept.delete(oldest[0])
      oldest[1].close()
    }
  }

  /** The session is there: who listened to it waits no longer. */
  take(sessionId: string): Outlet | undefined {
    const outlet = this.#parked.get(sessionId) ?? this.#kept.get(sessionId)
    this.#parked.delete(sessionId)
    this.#kept.delete(sessionId)
    return outlet
  }

  closeAll(): void {
    for (const outlet of [...this.#parked.values(), ...this.#kept.values()]) outlet.close()
  }
}

function put(outlets: Map<string, Outlet>, sessionId: string, outlet: Outlet): void {
  outlets.set(sessionId, outlet)
  void outlet.closed.then(() => {
    if (outlets.get(sessionId) === outlet) outlets.delete(sessionId)
  })
}
