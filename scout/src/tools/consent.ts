/** Whether something may be done: what the mode forbids, what it demands a question for, and what was answered before. */

import type { PermissionOption, Session, ToolCall } from '@parley/acp/agent'
import type { Errand } from '../errand.js'
import type { Effect, Reach, Tool, Undertaking } from './tool.js'

/** The effects that change nothing. */
const HARMLESS: ReadonlySet<Effect> = new Set(['look', 'talk'])

// By session, what the user has always allowed.
const always = new WeakMap<Session, Set<string>>()

/** Why the mode forbids it; nothing where it does not. */
export function findRefusal(
  { turn }: Errand,
  { name, effect }: Pick<Tool, 'name' | 'effect'>,
): string | undefined {
  if (turn.session.mode !== 'architect' || HARMLESS.has(effect)) return undefined
  return `The mode architect changes nothing and runs nothing, so ${name} was not used. Switch to the mode ask or code for that.`
}

/**
 * Whether scout asks before it, as far as mode and settings go. autoApprove leaves a question out only where the client
 * judges the same thing by itself: what scout does with its own hands nobody else would be asked about.
 */
function isAskedAbout({ turn: { session } }: Errand, effect: Effect, isLent: boolean): boolean {
  if (HARMLESS.has(effect) || (effect === 'edit' && session.mode === 'code')) return false
  return !isLent || session.setting('autoApprove') !== true
}

/** Something that may need a yes. */
export interface Proposal {
  readonly tool: Pick<Tool, 'name' | 'effect'>
  readonly undertaking: Pick<Undertaking, 'asks' | 'reach' | 'isLent'>
  readonly call: ToolCall
}

/** Whether it may be done; asks where it must. Throws when the turn is cancelled. */
export async function obtainConsent(errand: Errand, { tool, undertaking, call }: Proposal): Promise<boolean> {
  const { asks, reach = toReach(tool), isLent = false } = undertaking
  const { turn } = errand
  if (asks !== undefined) {
    const chosen = await turn.ask(call, { options: toOptions(), reason: asks })
    return isYes(chosen)
  }
  const remembered = rememberedFor(turn.session)
  if (!isAskedAbout(errand, tool.effect, isLent) || remembered.has(reach.key)) return true
  const chosen = await turn.ask(call, { options: toOptions(reach) })
  if (chosen?.kind === 'allow_always') remembered.add(reach.key)
  return isYes(chosen)
}

function rememberedFor(session: Session): Set<string> {
  const known = always.get(session)
  if (known !== undefined) return known
  const fresh = new Set<string>()
  always.set(session, fresh)
  return fresh
}

const toReach = ({ name }: Pick<Tool, 'name'>): Reach => ({ key: name, words: name })

/** Without a reach there is no "always": it is asked about every time. */
function toOptions(reach?: Reach): readonly PermissionOption[] {
  const lasting = reach && {
    name: `Always allow ${reach.words} in this session`,
    kind: 'allow_always' as const,
  }
  return [
    { optionId: 'allow_once', name: 'Allow', kind: 'allow_once' },
    ...(lasting ? [{ optionId: 'allow_always', ...lasting }] : []),
    { optionId: 'reject_once', name: 'Reject', kind: 'reject_once' },
  ]
}

const isYes = (chosen: PermissionOption | undefined): boolean =>
  chosen?.kind === 'allow_once' || chosen?.kind === 'allow_always'
