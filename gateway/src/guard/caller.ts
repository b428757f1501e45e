/** Somebody who may come to the gateway, as everything behind the guard sees them. */

import type { Caller } from '@parley/acp/transport'
import type { Scope } from '../config/scope.js'
import type { Allowance } from './allowance.js'

/** An agent as its clients see it. */
export interface ReachableAgent {
  readonly name: string
  /** What people call it. */
  readonly title?: string | undefined
  /** Whether it is the one for clients that name none. */
  readonly isDefault: boolean
}

/** Who calls, what they may do, and how much. All of it is the server's word; nothing is the client's. */
export interface GatewayCaller extends Caller {
  readonly principal: string
  /** By which others on the same session know them. */
  readonly name: string
  /** The name of their token, which no other token of the principal has. */
  readonly credential: string
  readonly scopes: ReadonlySet<Scope>
  /** The agent that the path names. */
  readonly agent: string
  /** All that they may come for at this moment, the default one first. */
  agents(): readonly ReachableAgent[]
  /** The folders that their sessions with this agent may work in. */
  readonly roots: readonly string[]
  /** The one session that a guest may see; for it no other exists. Nothing: all of the principal. */
  readonly session: string | undefined
  readonly revoked: AbortSignal
  /** Of one that came with a cookie: whether the first message of a connection proves that it is the page that it was given to. */
  readonly proves: ((first: unknown) => boolean) | undefined
  /** How much is left: for all callers of the principal together, and for its guests beside them. */
  readonly allowance: Allowance
}
