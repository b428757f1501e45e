/** What everything that happens at one endpoint shares. */

import type { Caller, Serving } from '../remote/serving.js'
import type { Connections } from './connections.js'
import type { KnownSessions } from './known-sessions.js'
import type { Settings } from './options.js'

export interface House<WhoCalls extends Caller> {
  readonly serving: Serving<WhoCalls>
  readonly settings: Settings
  readonly connections: Connections
  readonly known: KnownSessions
}
