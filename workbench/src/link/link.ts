/** The page's connections: one to each agent of its gateway, and everything that is done through them. */

import type { Actions } from '../state/actions.js'
import type { WorkbenchStore } from '../state/store.js'
import type { WireLog } from '../state/wire-log.js'

export interface Link {
  readonly actions: Actions
  readonly wires: ReadonlyMap<string, WireLog>
}

/** Enters the gateway that the page came from. Does not wait: the state tells how far it is. */
export function openLink(_store: WorkbenchStore): Link {
  throw new Error('not yet')
}
