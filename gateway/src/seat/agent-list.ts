/** The agents of a gateway as one caller may see them, and where it may begin sessions with them. */

import type { Answer } from '../hub/event.js'
import type { Owner } from '../hub/sessions.js'
import { mayStart, type SeatCaller } from './caller.js'

interface Looker {
  readonly caller: SeatCaller
  readonly owner: Owner
}

/** Whoever begins no sessions need not know where they could begin. */
export function listAgents({ caller, owner }: Looker): Answer {
  const agents = caller.agents ?? [{ name: owner.agent, isDefault: true }]
  const roots = mayStart(caller) ? caller.roots : []
  return { result: { agents, folder: roots[0] ?? '/', roots } }
}
