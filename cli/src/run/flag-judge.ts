/** What flags say of something that an agent only asks about, from what it shows with its question. A policy file allows nothing here. */

import { homedir } from 'node:os'
import type { PermissionRequest } from '@parley/acp/client'
import {
  type AgentIdentity,
  type Circumstances,
  type Claim,
  decide,
  type FileRead,
  type Policy,
} from '@parley/acp/guard'
import { findPlaces } from './claimed-places.js'
import type { HousePolicy } from './house-policy.js'
import { type KnownCalls, toKnown, whyDoubt } from './known-calls.js'
import { findShown, isForLines, isForShell, type ShownAction } from './shown-action.js'

/** A yes or a no, and the flag that says it. */
export interface FlagVerdict {
  readonly effect: 'allow' | 'deny'
  readonly flag: string
}

export interface FlagJudgeMeans {
  readonly policy: Pick<HousePolicy, 'flagOf' | 'judged'>
  readonly agent?: AgentIdentity | undefined
  /** What was told of calls before they are asked about. */
  readonly calls?: Pick<KnownCalls, 'find' | 'isFull'> | undefined
}

/** What flags say of a claim, or why an agent’s word is not enough for it; nothing where they say nothing. */
export interface Judgement {
  readonly verdict?: FlagVerdict | undefined
  readonly doubt?: string | undefined
  /** It is doubted only because a line that denies some commands cannot be held against it. */
  readonly isUnheld?: boolean | undefined
}

const TOO_MUCH = 'The agent told more of its calls than can be kept in mind.'

export async function judgeShown(
  claim: Claim,
  { session, decision, toolCall }: Pick<PermissionRequest, 'session' | 'decision' | 'toolCall'>,
  { policy, agent, calls }: FlagJudgeMeans,
): Promise<Judgement> {
  const { judged, flagOf } = policy
  const { roots } = session
  const { actions: shown, isKnown } = await findShown(claim, roots)
  const known = toolCall && calls?.find(session.id, toolCall.toolCallId)
  const split = calls?.isFull === true ? TOO_MUCH : known && whyDoubt(known, toKnown(toolCall), claim)
  const places = await findPlaces(claim, session, [toolCall ?? {}, known ?? {}])
  const facts = { sessionId: session.id, roots, agent }
  if (judged === undefined) return { doubt: split ?? places.doubt }
  const all = { ...facts, policies: [judged.all] }
  const denial = findDenial([...shown, ...places.actions], all) ?? findKindDenial(claim, judged.all)
  if (denial !== undefined) return { verdict: { effect: 'deny', flag: flagOf(denial) ?? denial } }
  const doubt = split ?? places.doubt ?? findOwnQuestion(places.actions, all)
  if (doubt !== undefined) return { doubt }
  const unheld = judgeUnheld(shown, claim.kind, policy)
  const keys = [...Object.keys(Object(toolCall?.rawInput)), ...(known?.keys ?? [])]
  if (decision?.by !== 'default:ask' || !isKnown || !isForLines(claim, keys)) return unheld
  const flags = { ...facts, policies: [judged.flags] }
  if (!areAllowed(shown, all) || !areAllowed(shown, flags)) return unheld
  const named = shown.map(action => judged.flagOf(judge(action, flags).by))
  return { verdict: { effect: 'allow', flag: [...new Set(named)].join(' ') } }
}

export type Facts = Pick<Circumstances, 'sessionId' | 'roots' | 'agent' | 'policies'>

type Judged = ShownAction | FileRead

export const judge = (action: Judged, facts: Facts): ReturnType<typeof decide> =>
  decide(action, { home: homedir(), own: [], canAsk: true, grants: [], now: Date.now(), ...facts })

const areAllowed = (shown: readonly ShownAction[], facts: Facts): boolean =>
  shown.every(action => judge(action, facts).effect === 'allow')

/** The line that denies a part of it. */
function findDenial(shown: readonly Judged[], facts: Facts): string | undefined {
  const verdicts = shown.map(action => judge(action, facts))
  return verdicts.find(({ effect, by }) => effect === 'deny' && by.startsWith('user:'))?.by
}

/** Why `--allow execute` does not answer: a line denies some commands, and it cannot be told whether this is one. */
export function judgeUnheld(
  shown: readonly Judged[],
  kind: string,
  { judged, flagOf }: FlagJudgeMeans['policy'],
): Judgement {
  const programs = shown.filter(({ action }) => action === 'terminal.exec')
  const isUnclear = programs.some(each => each.action === 'terminal.exec' && isForShell(each))
  if (!isUnclear && (kind !== 'execute' || programs.length > 0)) return {}
  const line = judged?.all.rules.find(
    ({ effect, action, argv }) =>
      effect === 'deny' && /^(?:terminal\.(?:exec|\*)|\*)$/.test(action) && argv !== undefined,
  )
  if (line === undefined) return {}
  const what = programs.length > 0 ? 'A text for a shell' : 'A command that is not shown'
  return { doubt: `${what} cannot be held against ${flagOf(line.id) ?? line.id}.`, isUnheld: true }
}

/** A line of the user that wants to be asked about a place. */
function findOwnQuestion(places: readonly Judged[], facts: Facts): string | undefined {
  const verdicts = places.map(action => judge(action, facts))
  return verdicts.find(({ effect, by }) => effect === 'ask' && by.startsWith('user:'))?.reason
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
