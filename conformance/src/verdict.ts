/** What became of each requirement: judged in scenarios and by watching, the worst word counts, and nothing passes unseen. */

import type { Entry } from '@parley/acp/inspect'
import type { Level, Requirement } from './requirement.js'

/** One word about one requirement, said in one scenario. */
export interface Ruling {
  readonly requirement: string
  readonly outcome: 'passed' | 'failed' | 'skipped'
  /** Why, in one sentence; a pass may go without. */
  readonly detail: string
  readonly scenario: string
  /** How sure a failure is: one that weighs less than its requirement is a suspicion, and breaks nothing. */
  readonly weight?: Level | undefined
  /** The entry that shows it, where one does. */
  readonly at?: EntryPlace | undefined
}

/** An entry of a performance: which wire, and its place there. */
export interface EntryPlace {
  readonly wire: number
  readonly entry: number
}

/** What becomes of a requirement in the end. A broken SHOULD warns, a broken MAY is only noted. */
export type Outcome = 'passed' | 'failed' | 'warned' | 'noted' | 'skipped'

export interface Verdict {
  readonly requirement: Requirement
  readonly outcome: Outcome
  /** Every failure, or why it was skipped; no sentence twice. */
  readonly details: readonly string[]
  /** The scenarios that said so. */
  readonly scenarios: readonly string[]
}

/** One scenario as it was played. */
export interface Performance {
  readonly scenario: string
  readonly title: string
  readonly milliseconds: number
  readonly rulings: readonly Ruling[]
  /** One wire per process that was started: of a scenario that broke something what shows it, without secrets. */
  readonly wires: readonly (readonly Entry[])[]
  /** The peer was started and said nothing at all: how it ended, and its last words. */
  readonly silence?: string | undefined
  /** What the examiner itself stumbled over. */
  readonly stumble?: string | undefined
}

/** All there is to say about a peer. */
export interface Report {
  readonly side: 'agent' | 'client'
  readonly version: 1 | 2
  /** What was tested, without secrets, and what it says it is. */
  readonly subject: { readonly command: string; readonly name?: string; readonly version?: string }
  /** By whom and when. */
  readonly by: string
  readonly startedAt: string
  readonly milliseconds: number
  readonly verdicts: readonly Verdict[]
  readonly performances: readonly Performance[]
  /** The words it was driven with, by the name of the fixture. */
  readonly fixture?: string | undefined
  /** Why nothing at all could be judged: it never said anything (how it ended, its last words), or speaks another version. */
  readonly obstacle?: string | undefined
  /** Somebody interrupted before every scenario was played. */
  readonly isInterrupted?: boolean | undefined
}

const WORST = { must: 'failed', should: 'warned', may: 'noted' } as const
const LEVELS: readonly Level[] = ['must', 'should', 'may']

/** The verdict on every requirement, out of all that was said about it. */
export function toVerdicts(
  requirements: readonly Requirement[],
  rulings: readonly Ruling[],
): readonly Verdict[] {
  return requirements.map(requirement => {
    const own = rulings.filter(ruling => ruling.requirement === requirement.id)
    const failed = own.filter(ruling => ruling.outcome === 'failed' && isSure(ruling, requirement))
    if (failed.length > 0) return verdict(requirement, WORST[requirement.level], failed)
    const passed = own.filter(({ outcome }) => outcome === 'passed')
    // What is only suspected stays beside it.
    const suspected = own.filter(({ outcome }) => outcome === 'failed')
    if (passed.length > 0) return verdict(requirement, 'passed', [...passed, ...suspected])
    if (own.length > 0) return verdict(requirement, 'skipped', own)
    return { requirement, outcome: 'skipped', details: ['no scenario came to it'], scenarios: [] }
  })
}

/** Whether a failure weighs as much as what it breaks. */
function isSure({ weight = 'must' }: Ruling, { level }: Requirement): boolean {
  return LEVELS.indexOf(weight) <= LEVELS.indexOf(level)
}

function verdict(requirement: Requirement, outcome: Outcome, rulings: readonly Ruling[]): Verdict {
  return {
    requirement,
    outcome,
    details: [...new Set(rulings.map(({ detail }) => detail))].filter(detail => detail !== ''),
    scenarios: [...new Set(rulings.map(({ scenario }) => scenario))],
  }
}
