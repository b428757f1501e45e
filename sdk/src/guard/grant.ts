/** What the user said before, kept as a value: what it covers, for whom, and until when. Never wider than what was shown. */

import type { Action, ActionName } from './action.js'
import { boundAgent } from './bound-agent.js'
import type { Circumstances } from './circumstances.js'
import { type Coverage, coverageOf, covers, toGlobCoverage } from './coverage.js'
import type { Scope } from './decision.js'
import { findQuestion } from './questions.js'
import { scopesOf } from './scopes.js'
import { findRefusal } from './verdicts.js'

/** How long something is remembered; what is said once is not. */
export type LastingScope = Exclude<Scope, 'once'>

/** A yes or a no that is remembered. Plain data: it may be written down as JSON. Revoked by its id. */
export interface Grant {
  readonly id: string
  readonly scope: LastingScope
  readonly effect: 'allow' | 'reject'
  readonly action: ActionName
  readonly covers: Coverage
  /** The agent that was answered, whatever its version; `unchecked:…` where that is only what it calls itself. */
  readonly agent?: string | undefined
  /** The session it ends with. */
  readonly sessionId?: string | undefined
  /** The workspace it holds in. */
  readonly workspace?: string | undefined
  readonly createdAt: number
  /** It no longer holds from this moment on; absent when it holds until it is revoked. */
  readonly expiresAt?: number | undefined
}

/** What the user wants remembered. */
export interface GrantWish {
  /** A new, unguessable name for it. */
  readonly id: string
  readonly scope: Scope
  /** A yes when absent. */
  readonly effect?: Grant['effect'] | undefined
  /** A pattern that the user was shown and agreed to, for files under one folder. */
  readonly glob?: string | undefined
}

const HOUR = 3_600_000
const LIFETIME: Readonly<Record<LastingScope, number | undefined>> = {
  session: 24 * HOUR,
  workspace: 30 * 24 * HOUR,
  always: undefined,
}

/** How long a yes may last, given everything: `once` alone when it must be asked for every time. */
export function grantableScopes(action: Action, circumstances: Circumstances): readonly Scope[] {
  if (findRefusal(action) !== undefined) return []
  return findQuestion(action, circumstances) === undefined ? scopesOf(action, circumstances) : ['once']
}

function bind(
  scope: LastingScope,
  { sessionId, workspace }: Circumstances,
): Pick<Grant, 'sessionId' | 'workspace'> {
  if (scope === 'session') return { sessionId }
  return scope === 'workspace' ? { workspace } : {}
}

/** What to remember of an answer; nothing when it may not be remembered that long. A no may be remembered always. */
export function toGrant(action: Action, wish: GrantWish, circumstances: Circumstances): Grant | undefined {
  const { id, scope, effect = 'allow', glob } = wish
  if (scope === 'once' || (scope === 'workspace' && circumstances.workspace === undefined)) return undefined
  if (effect === 'allow' && !grantableScopes(action, circumstances).includes(scope)) return undefined
  const coverage = glob === undefined ? coverageOf(action) : toGlobCoverage(action, glob, circumstances)
  if (coverage === undefined) return undefined
  const { now } = circumstances
  const agent = boundAgent(circumstances)
  const lifetime = LIFETIME[scope]
  return {
    ...{ id, scope, effect, action: action.action, covers: coverage, createdAt: now },
    ...bind(scope, circumstances),
    ...(agent !== undefined && { agent }),
    ...(lifetime !== undefined && { expiresAt: now + lifetime }),
  }
}

/** Whether a grant still holds at this moment, for this session, workspace and agent. */
export function isInForce(grant: Grant, circumstances: Circumstances): boolean {
  const { scope, createdAt, expiresAt } = grant
  const lifetime = LIFETIME[scope]
  // The lifetime counts also where the end is missing or was put off: the value may come from a file.
  const end = Math.min(
    expiresAt ?? Number.POSITIVE_INFINITY,
    createdAt + (lifetime ?? Number.POSITIVE_INFINITY),
  )
  if (!(circumstances.now >= createdAt && circumstances.now < end)) return false
  if (grant.agent !== boundAgent(circumstances)) return false
  if (scope === 'session') return grant.sessionId === circumstances.sessionId
  return scope === 'always' || (grant.workspace !== undefined && grant.workspace === circumstances.workspace)
}

/** Whether a grant speaks of an action now: it is in force, covers it, and a yes may last that long. */
export function matchesGrant(grant: Grant, action: Action, circumstances: Circumstances): boolean {
  if (grant.action !== action.action || !isInForce(grant, circumstances)) return false
  if (!covers(grant.covers, action, circumstances)) return false
  return grant.effect === 'reject' || grantableScopes(action, circumstances).includes(grant.scope)
}
