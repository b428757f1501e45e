/** The agents of a gateway as one caller may see them, and where it may begin sessions with them. */

import type { Answer } from '../hub/event.js'
import { type Fields, fieldsOf } from '../hub/fields.js'
import type { Owner } from '../hub/sessions.js'
import { rootsToldTo, type SeatCaller, toRole } from './caller.js'

interface Looker {
  readonly caller: SeatCaller
  readonly owner: Owner
}

export function listAgents({ caller, owner }: Looker): { readonly result: Fields } {
  const agents = caller.agents?.() ?? [{ name: owner.agent, isDefault: true }]
  const roots = rootsToldTo(caller)
  return { result: { agents, folder: roots[0] ?? '/', roots } }
}

/** An agent that cannot be had is no reason to know of no other: the refusal says which there are, and who asks. */
export function withOthers(refusal: Answer, looker: Looker): Answer {
  if (!('error' in refusal)) return refusal
  const { name, role } = toRole(looker.caller)
  const others = { ...listAgents(looker).result, self: { name, role } }
  return { error: { ...refusal.error, data: { ...fieldsOf(refusal.error.data), ...others } } }
}
