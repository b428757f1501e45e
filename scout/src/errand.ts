/** One message of the user being worked on: the turn, and what scout works with. Every tool gets it. */

import type { Turn } from '@parley/acp/agent'
import type { Workspace } from './workspace/workspace.js'

export interface Errand {
  readonly turn: Turn
  readonly workspace: Workspace
}
