/**
 * Who came, as the transports know them. A connection is its opener's alone: neither another token of the same principal
 * nor the way to another agent can go on with it.
 */

import { createHash } from 'node:crypto'
import type { Caller } from '@parley/acp/transport'
import type { GatewayCaller } from '../guard/caller.js'

/** What a caller is let in with. */
export interface Pass extends Caller {
  readonly who: GatewayCaller
}

export function toPass(who: GatewayCaller): Pass {
  const { credential, scopes, agent, session = null, revoked, proves, allowance: freight } = who
  const rights = JSON.stringify([who.principal, credential, [...scopes].sort(), agent, session])
  const principal = createHash('sha256').update(rights).digest('base64url')
  return { principal, revoked, proves, freight, who }
}
