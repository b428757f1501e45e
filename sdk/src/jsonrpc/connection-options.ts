/** What a connection is given, and what it tells of its end. */

import type { BatchPolicy } from './batch.js'
import type { Delivery } from './channel.js'
import type { Limits } from './limits.js'
import type { Report } from './report.js'
import type { Handler } from './router.js'

/** How a connection treats its peer. */
export interface ConnectionOptions {
  readonly handler: Handler
  readonly limits?: Partial<Limits> | undefined
  /** What becomes of a received array: refused whole (the default) or worked through. */
  readonly batch?: BatchPolicy | undefined
  /** Whether input that is no message is answered (the default); it is reported in any case. */
  readonly answersNoise?: boolean | undefined
  /** Whether a request may carry `id: null`; by default it may not. */
  readonly allowsNullId?: boolean | undefined
  /** Resolves when work is done that no request waits for, but that must not be cut off by the end. */
  readonly unfinished?: (() => Promise<unknown>) | undefined
  /** Reads the messages of a delivery, where somebody knows a shorter way than to ask for them; the same each time it is asked. */
  readonly readMessages?: ((delivery: Delivery) => readonly unknown[]) | undefined
  /** Learns of everything that was wrong but stopped nothing. Must not throw. */
  readonly report?: ((report: Report) => void) | undefined
}

/** How a connection ended: in words, and by which error if it did not end by itself. */
export interface Ending {
  readonly reason: string
  readonly error?: unknown
}

/** One call of a batch. */
export interface BatchCall {
  readonly method: string
  readonly params?: unknown
  /** A notification has no answer. */
  readonly isNotification?: boolean
}
