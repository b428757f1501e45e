/** A page: the agents that could be talked to, and what to do where there is none. */

import type { ListedAgent } from '../../event.js'
import type { List } from '../list.js'

export interface AgentsPage {
  readonly is: 'agents'
  /** Nobody was here before: it is said in plain words what this is. */
  readonly isFirst: boolean
  readonly list: List
  /** Nothing until they are known. */
  readonly agents?: readonly ListedAgent[] | undefined
  readonly models: readonly string[]
  readonly advice: readonly string[]
  /** The one about which it is said how to get it. */
  readonly explained?: string | undefined
}
