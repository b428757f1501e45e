/** What a relay is given, and what whoever started it can do with it. */

import type { BatchPolicy } from '../batch.js'
import type { Channel } from '../channel.js'
import type { Ending } from '../connection-options.js'
import type { Limits } from '../limits.js'
import type { Report } from '../report.js'

/** How a relay treats one of its sides. */
export interface RelaySide {
  readonly channel: Channel
  /** What becomes of an array received from it: refused whole (the default) or taken apart; none is ever sent on. */
  readonly batch?: BatchPolicy | undefined
  /** Whether input that is no message is answered (the default); it is reported in any case. */
  readonly answersNoise?: boolean | undefined
}

/** How a relay treats all of its sides. */
export interface RelayOptions<Side extends string> {
  readonly limits?: Partial<Limits> | undefined
  /** By method of a request, the parameter in which it names a call of the other side: rewritten as the ids are. */
  readonly idParameters?: Readonly<Record<string, string>> | undefined
  /** Learns of everything that was wrong but stopped nothing, and on which side. Must not throw. */
  readonly report?: ((side: Side, report: Report) => void) | undefined
}

/** A conversation that is being relayed. */
export interface Relay {
  /** Resolves, never rejects, when both sides are closed. */
  readonly closed: Promise<Ending>
  /** Refuses what is owed, sends what was accepted, and ends both sides. May be called twice. */
  close(reason?: string): Promise<void>
}
