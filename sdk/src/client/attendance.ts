/** Tells the host what becomes of the conversations it lends to. A host that fails at it harms nobody but itself. */

import { isThenable } from '../jsonrpc/index.js'
import type { Log } from '../protocol/index.js'
import type { v1 } from '../schema/index.js'
import type { Host } from './host.js'
import type { LiveSession } from './live-session.js'

export class Attendance {
  readonly #host: Host
  readonly #agent: v1.Implementation | undefined
  readonly #log: Log

  constructor(host: Host, agent: v1.Implementation | undefined, log: Log) {
    this.#host = host
    this.#agent = agent
    this.#log = log
  }

  opened(session: LiveSession): void {
    void this.#tell(() => this.#host.sessionOpened?.(session, this.#agent))
  }

  cancelled(sessionId: string): void {
    void this.#tell(() => this.#host.sessionCancelled?.(sessionId))
  }

  closed(sessionId: string): void {
    void this.#tell(() => this.#host.sessionClosed?.(sessionId))
  }

  /** Resolves when the host has ended what it began. */
  async end(): Promise<void> {
    await this.#tell(() => this.#host.close?.())
  }

  #tell(tell: () => unknown): Promise<void> | undefined {
    const failed = (error: unknown): void =>
      this.#log.write({
        level: 'error',
        event: 'host_failed',
        error,
        message: 'the host failed at an ending',
      })
    try {
      const told = tell()
      return isThenable(told) ? Promise.resolve(told).then(() => {}, failed) : undefined
    } catch (error) {
      failed(error)
      return undefined
    }
  }
}
