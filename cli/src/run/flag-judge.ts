/** What flags say of something that an agent only asks about, from what it shows with its question. A policy file allows nothing here. */

import { homedir } from 'node:os'
import type { PermissionRequest } from '@parley/acp/client'
import { type AgentIdentity, type Circumstances, type Claim, decide, type Policy } from '@parley/acp/guard'
import type { HousePolicy } from './house-policy.js'
import { findShown, type ShownAction } from './shown-action.js'

/** A yes or a no, and the flag that says it. */
export interface FlagVerdict {
  readonly effect: 'allow' | 'deny'
  readonly flag: string
}

export interface FlagJudgeMeans {
  readonly policy: Pick<HousePolicy, 'flagOf' | 'judged'>
  readonly agent?: AgentIdentity | undefined
}

/** What the flags say of a claim; nothing where they say nothing. */
export async function judgeShown(
  claim: Claim,
  { session, decision }: Pick<PermissionRequest, 'session' | 'decision'>,
  { policy, agent }: FlagJudgeMeans,
): Promise<FlagVerdict | undefined> {
  const { judged, flagOf } = policy
  if (judged === undefined) return undefined
  const { roots } = session
  const { actions: shown, isKnown } = await findShown(claim, roots)
  const facts = { sessionId: session.id, roots, agent }
  const all = { ...facts, policies: [judged.all] }
  const denial = findDenial(shown, all) ?? findKindDenial(claim, judged.all)
  if (denial !== undefined) return { effect: 'deny', flag: flagOf(denial) ?? denial }
  if (decision?.by !== 'default:ask' || !isKnown || !areAllowed(shown, all)) return undefined
  const flags = { ...facts, policies: [judged.flags] }
  if (!areAllowed(shown, flags)) return undefined
  const named = shown.map(action => judged.flagOf(judge(action, flags).by))
  return { effect: 'allow', flag: [...new Set(named)].join(' ') }
}

export type Facts = Pick<Circumstances, 'sessionId' | 'roots' | 'agent' | 'policies'>

export const judge = (action: ShownAction, facts: Facts): ReturnType<typeof decide> =>
  decide(action, { home: homedir(), own: [], canAsk: true, grants: [], now: Date.now(), ...facts })

const areAllowed = (shown: readonly ShownAction[], facts: Facts): boolean =>
  shown.every(action => judge(action, facts).effect === 'allow')

/** The line that denies a part of it. */
function findDenial(shown: readonly ShownAction[], facts: Facts): string | undefined {
  const verdicts = shown.map(action => judge(action, facts))
  return verdicts.find(({ effect, by }) => effect === 'deny' && by.startsWith('user:'))?.by
}

/** Who denies every command denies also one that is not shown. */
function findKindDenial({ kind }: Claim, { rules }: Policy): string | undefined {
  if (kind !== 'execute') return undefined
  const every = rules.find(
    ({ effect, action, argv, cwd, env, agents }) =>
      effect === 'deny' &&
      action === 'terminal.exec' &&
      [argv, cwd, env, agents].every(each => each === undefined),
  )
  return every?.id
}
