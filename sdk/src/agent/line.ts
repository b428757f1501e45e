/** How the sessions of one connection reach their client and their journal. Knows no connection. */

import type { TraceContext } from '../protocol/index.js'
import type { Journal } from '../store/index.js'
import type { Spelling, Update } from './spelling.js'

export interface Line {
  readonly spelling: Spelling
  readonly journal: Journal | undefined
  send(told: Told, trace: TraceContext | undefined, written: string | undefined): Promise<void> | undefined
  /** The same for what `demandSendable` has let through. */
  sendChecked(told: Told, written: string): Promise<void> | undefined
  /** What `send` would return for a text that is too large, or no valid Unicode; nothing for any other. */
  refuse(written: string): Promise<void> | undefined
  /** Throws what `send` would throw for an update that the client cannot be told. */
  demandSendable(told: Told): void
}

/** What the client is told of a session. */
export interface Told {
  readonly sessionId: string
  readonly update: Update
}
