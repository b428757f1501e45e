/** Who is asked before anything is done. Files and terminals know this much of permissions, and no more. */

import type { Action } from '../../guard/index.js'

/** On whose behalf something is done. */
export interface Asker {
  readonly sessionId: string
  /** The session's directories, as the client named them. */
  readonly roots: readonly string[]
  /** Aborted when nobody waits for it any more. */
  readonly signal: AbortSignal
}

/** Leave to do one thing once. What came of it is reported, for the record. */
export interface Leave {
  finish(outcome: 'done' | 'failed'): Promise<void>
}

/** Judges, asks where it must, and writes down what was decided before it lets anybody through. */
export interface Warden {
  /** Resolves when the action may happen, exactly as described and once; rejects with an error for the agent otherwise. */
  admit(action: Action, asker: Asker): Promise<Leave>
}
