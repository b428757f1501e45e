/** What the seat of a client knows of the gateway around it. */

import type { Patience } from '../hub/patience.js'
import type { Hold } from '../hub/prompt.js'
import type { Sessions, TakePlace } from '../hub/sessions.js'
import type { Upstreams } from '../upstream/upstreams.js'
import type { SeatCaller } from './caller.js'

/** What somebody did that is worth a line in the records of whoever runs the gateway. */
export type SessionReport = (report: {
  readonly what: 'opened' | 'attached' | 'permission_answered'
  readonly caller: SeatCaller
  readonly sessionId: string
  readonly outcome?: unknown
  /** What every gateway on the way calls the request. */
  readonly trace?: string | undefined
}) => void

export interface Surroundings {
  readonly sessions: Sessions
  readonly upstreams: Upstreams
  /** Whether nobody but this principal is here or has been: then what only the agent knows is theirs too. */
  readonly isAlone: () => Promise<boolean>
  /** Takes a place among the sessions that this principal may have open at once. */
  readonly takePlace: TakePlace
  /** Takes room among what this principal may have under way and in line. */
  readonly hold: Hold
  readonly patience: Patience
  /** What this gateway is called where several stand in a row. */
  readonly hop: string
  /** Whether it lends agents files and terminals itself. */
  readonly lends: boolean
  /** Tells everybody who looks at the sessions of this principal and agent, and may see this one. */
  readonly tellAll: (sessionId: string, method: string, params: object) => void
  readonly note: SessionReport
  /** Learns of what went wrong and stopped nothing. */
  readonly report: (error: unknown) => void
}
