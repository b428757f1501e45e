/** Writes down what was ruled before it takes effect. What cannot be written down does not happen. */

import type { Action } from '../../guard/index.js'
import { rpcError } from '../../protocol/index.js'
import type { AuditLog } from '../audit.js'
import type { Notice } from './notice.js'
import type { Ruling } from './ruling.js'

export interface RecordsOptions {
  /** Nothing where the owner of the host wants no log. */
  readonly audit: AuditLog | undefined
  /** Who acts in a session: its name and version. */
  readonly agentOf: (sessionId: string) => string | undefined
  readonly onNotice: (notice: Notice) => void
}

/** What was ruled on. */
export interface Ruled {
  readonly sessionId: string
  readonly action: Action
  readonly ruling: Ruling
  /** What else is known of it. */
  readonly facts?: object | undefined
}

export class Records {
  readonly #options: RecordsOptions
  readonly #connection = crypto.randomUUID()

  constructor(options: RecordsOptions) {
    this.#options = options
  }

  /** The number of its line. Rejects, with an error for the agent, where something was allowed and cannot be written down. */
  async record({ sessionId, action, ruling, facts }: Ruled): Promise<number | undefined> {
    const { audit, agentOf } = this.#options
    const { action: name, ...established } = action
    const { effect, by, scope } = ruling
    try {
      return await audit?.record({
        connection: this.#connection,
        session: sessionId,
        agent: agentOf(sessionId),
        action: name,
        facts: { ...established, ...facts },
        decision: effect,
        by,
        scope,
      })
    } catch (error) {
      this.#tell(error)
      if (effect !== 'allow') return undefined
      throw rpcError('permission_denied', 'It cannot be written down, so it is not done.', {
        by: 'builtin:audit',
      })
    }
  }

  /** What came of it. It has happened by now: nobody waits for this, and it never fails. */
  conclude(seq: number | undefined, outcome: 'done' | 'failed'): void {
    if (seq !== undefined) this.#options.audit?.conclude(seq, outcome).catch(error => this.#tell(error))
  }

  #tell(error: unknown): void {
    const { audit, onNotice } = this.#options
    const why = error instanceof Error ? error.message : String(error)
    onNotice({ kind: 'audit', path: audit?.folder ?? '', message: `the audit log cannot be written: ${why}` })
  }
}
