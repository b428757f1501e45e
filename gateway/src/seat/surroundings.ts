/** What all seats of a gateway share. */

import type { Sessions } from '../hub/sessions.js'
import type { Upstreams } from '../upstream/upstreams.js'
import type { SeatCaller } from './caller.js'

/** What somebody did that is worth a line in the records of whoever runs the gateway. */
export type SessionReport = (report: {
  readonly what: 'opened' | 'attached' | 'permission_answered'
  readonly caller: SeatCaller
  readonly sessionId: string
  readonly outcome?: unknown
}) => void

export interface Surroundings {
  readonly sessions: Sessions
  readonly upstreams: Upstreams
  /** Whether everybody who comes is the same principal: then what only the agent knows is theirs too. */
  readonly isSolitary: boolean
  /** How many sessions a principal may have open at once. */
  readonly mostSessions: number
  readonly note: SessionReport
  /** Learns of what went wrong and stopped nothing. */
  readonly report: (error: unknown) => void
}
