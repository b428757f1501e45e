/**
 * Whether what a client says may pass at all, whatever it is about: by its scopes, as a guest, in words that are for an agent,
 * and naming its session in text, so that it cannot go around the session.
 */

import { sessionOf } from '@parley/acp/protocol'
import type { Answer } from '../hub/event.js'
import type { Fields } from '../hub/fields.js'
import { NO_SESSION, refusal } from '../hub/refusal.js'
import type { SeatCaller } from './caller.js'
import { FOR_GUESTS, isUnheardOf, needsSession, scopesFor } from './method-rules.js'

/** Why not; nothing where it may. */
export function flawOf({ scopes, session }: SeatCaller, method: string, params: Fields): Answer | undefined {
  const scope = scopesFor(method).find(each => !scopes.has(each))
  if (scope !== undefined) {
    const isSecret = sessionOf(params) !== undefined && !scopes.has('session.read')
    return isSecret ? NO_SESSION : refusal('permission_denied', `This needs the scope ${scope}`)
  }
  if (session !== undefined && !FOR_GUESTS.has(method))
    return refusal('permission_denied', 'This is not for guests')
  if (isUnheardOf(method)) return refusal('method_not_found', 'There is no such method')
  return sessionFlaw(method, params)
}

/** An agent may take for the name of a session what is no text, and only names that are text are looked up here. */
function sessionFlaw(method: string, { sessionId }: Fields): Answer | undefined {
  if (typeof sessionId === 'string' || (sessionId === undefined && !needsSession(method))) return undefined
  return refusal('invalid_params', '/sessionId: expected string')
}
