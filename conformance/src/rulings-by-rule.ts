/** Every wire of every scenario is held against the rules of watching; a rule that saw nothing proves nothing. */

import { createOnlooker, type Entry, type Finding, type RuleName } from '@parley/acp/inspect'
import { requirementsOf, type Side, type Version } from './requirement.js'
import type { EntryPlace, Ruling } from './verdict.js'

export interface WireContext {
  readonly version: Version
  readonly side: Side
  readonly scenario: string
  /** Requirements that cannot be judged by watching here. */
  readonly except?: readonly string[] | undefined
}

/** A finding, and the entry it is about. */
interface Fault extends Pick<Finding, 'text' | 'weight'> {
  readonly at: EntryPlace
}

/** A peer may break one rule as often as it likes; so often it is told. */
const MOST_FAULTS = 20
const WEIGHTS: readonly Finding['weight'][] = ['must', 'should', 'note']

export async function judgeWires(
  wires: readonly (readonly Entry[])[],
  { version, side, scenario, except = [] }: WireContext,
): Promise<readonly Ruling[]> {
  const looked = new Set<RuleName>()
  const broken = new Map<RuleName, Fault[]>()
  for (const [wire, entries] of wires.entries()) {
    const onlooker = await createOnlooker()
    for (const entry of entries) onlooker.see(entry)
    onlooker.end()
    for (const tally of onlooker.tallies()) {
      if (tally.by !== side) continue
      if (tally.looked > 0) looked.add(tally.rule)
      const faults = heaviestFirst(tally.findings)
        .slice(0, MOST_FAULTS)
        .map(({ text, weight, row }) => ({
          text,
          weight,
          at: { wire, entry: onlooker.rows[row]?.entry ?? row },
        }))
      if (faults.length > 0) broken.set(tally.rule, [...(broken.get(tally.rule) ?? []), ...faults])
    }
  }
  return requirementsOf(version)
    .filter(requirement => requirement.side === side && !except.includes(requirement.id))
    .flatMap(({ id, rules = [] }): readonly Ruling[] => {
      const faults = rules.flatMap(rule => broken.get(rule) ?? [])
      if (faults.length > 0)
        return faults.map(({ text, weight, at }) => ({
          requirement: id,
          outcome: 'failed',
          detail: text,
          scenario,
          at,
          weight: weight === 'note' ? 'may' : weight,
        }))
      return rules.some(rule => looked.has(rule))
        ? [{ requirement: id, outcome: 'passed', detail: '', scenario }]
        : []
    })
}

function heaviestFirst(findings: readonly Finding[]): readonly Finding[] {
  return [...findings].sort((one, other) => WEIGHTS.indexOf(one.weight) - WEIGHTS.indexOf(other.weight))
}
