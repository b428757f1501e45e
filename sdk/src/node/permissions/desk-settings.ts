/** What a desk is told by the owner of its host, with nothing left open. Types alone: whoever names them loads nothing. */

import type { Permission } from '../../client/index.js'
import type { AgentIdentity, Policy } from '../../guard/index.js'
import type { AuditLog } from '../audit.js'
import type { SessionRoots } from '../files/offer.js'
import type { GrantMemory } from '../grants.js'
import type { Notice } from './notice.js'
import type { Clock } from './question-line.js'

export interface DeskSettings {
  readonly permission?: Permission | undefined
  readonly agent?: AgentIdentity | undefined
  /** The user's file, or what it would say; false where there is none. */
  readonly policy: string | Policy | false
  readonly directories: SessionRoots
  readonly isProjectPolicyRead: boolean
  readonly grants: GrantMemory
  readonly audit: AuditLog | undefined
  readonly patience: number
  readonly questionsPerMinute?: number | undefined
  readonly onNotice: (notice: Notice) => void
  readonly clock?: Clock | undefined
}
