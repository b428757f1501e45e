/** Who stands behind a connection, as the gateway's owner says: what a client says of itself counts for nothing. */

import type { Caller } from '@parley/acp/transport'
import type { Participant } from '../hub/viewer.js'

/** What a token lets its bearer do. */
export type Scope = 'session.read' | 'session.write' | 'permission.answer' | 'admin'

/** Somebody who may come, and what they may do. */
export interface SeatCaller extends Caller {
  /** What the others see. */
  readonly name: string
  readonly scopes: ReadonlySet<Scope>
  /** The directories in which this principal's agents may work. */
  readonly roots: readonly string[]
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
