/** Who stands behind a connection, as the gateway's owner says: what a client says of itself counts for nothing. */

import type { Caller } from '@parley/acp/transport'
import type { Scope } from '../config/scope.js'
import type { Participant } from '../hub/viewer.js'

/** Somebody who may come, and what they may do. */
export interface SeatCaller extends Caller {
  /** What the others see. */
  readonly name: string
  readonly scopes: ReadonlySet<Scope>
  /** The directories in which this principal's agents may work. */
  readonly roots: readonly string[]
  /** The agent that it came for; nothing: the first one. */
  readonly agent?: string | undefined
  /** The one session that a guest may see; for it no other exists. Nothing: all of the principal. */
  readonly session?: string | undefined
  /** How many sessions the principal may have open at once, where that is not the same for all. */
  readonly allowance?: { readonly limits: { readonly sessions: number } } | undefined
}

/** Whether for this caller there can be a session of this id at all. */
export function maySee({ session, scopes }: SeatCaller, sessionId: string): boolean {
  return scopes.has('session.read') && (session === undefined || session === sessionId)
}

/** What the others get to know of a client, but for the way to it. */
export function toRole({
  name,
  scopes,
}: SeatCaller): Pick<Participant, 'name' | 'role' | 'canWrite' | 'canAnswer'> {
  const canWrite = scopes.has('session.write')
  const role = scopes.has('admin') ? 'admin' : canWrite ? 'editor' : 'viewer'
  return { name, role, canWrite, canAnswer: scopes.has('permission.answer') }
}
