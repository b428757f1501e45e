/** Who stands behind a connection, as the gateway's owner says: what a client says of itself counts for nothing. */

import type { Caller } from '@parley/acp/transport'
import type { Scope } from '../config/scope.js'
import type { ReachableAgent } from '../guard/caller.js'
import type { Hold } from '../hub/prompt.js'
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
  /** All that it may come for at this moment; nothing: only the one that it came for. */
  readonly agents?: (() => readonly ReachableAgent[]) | undefined
  /** The one session that a guest may see; for it no other exists. Nothing: all of the principal. */
  readonly session?: string | undefined
  readonly allowance?: SeatAllowance | undefined
}

/** How much the principal of a caller may have: each says how it is given back, and nothing where there is no more of it. */
export interface SeatAllowance {
  /** One more session that is open. */
  openSession(): (() => void) | undefined
  /** So many bytes of requests that are under way. */
  hold?: Hold | undefined
  /** Something was said that nobody had asked for. */
  wasted?(): void
}

/** Whether an agent is started for this caller: who was only asked in, or may only look, finds what is there. */
export function mayStart({ session, scopes }: SeatCaller): boolean {
  return session === undefined && scopes.has('session.write')
}

/** Whoever begins no sessions need not know where they could begin. */
export function rootsToldTo(caller: SeatCaller): readonly string[] {
  return mayStart(caller) ? caller.roots : []
}

/** Whether for this caller there can be a session of this id at all. */
export function maySee(
  { session, scopes }: Pick<SeatCaller, 'session' | 'scopes'>,
  sessionId: string,
): boolean {
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
