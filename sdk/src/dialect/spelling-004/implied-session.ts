/** Calls for files and terminals name no session in this spelling: whose they are is known from who is at work. */

import type { ErrorObject } from '../../jsonrpc/index.js'
import { refusal } from './errors.js'
import { type State, sessionOf } from './state.js'

/** The session that a call without one is for: the only one, or the only one that is at work, or the one that was last. */
export function sessionFor(state: State, given: unknown): string | ErrorObject {
  if (typeof given === 'string') return given
  const ids = [...state.sessions.keys()]
  const busy = ids.filter(id => sessionOf(state, id).turns > 0)
  const candidates =
    ids.length === 1 ? ids : busy.length > 0 ? busy : [state.active].filter(id => id !== undefined)
  const [only] = candidates
  if (only !== undefined && candidates.length === 1) return only
  const found = busy.length > 1 ? `${busy.length} sessions are at work` : 'there is no session'
  return refusal(
    'invalid_params',
    `Invalid params: /sessionId: expected the session that this is for: ${found}`,
  )
}
