/** Every wire of every scenario is held against the rules of watching; a rule that saw nothing proves nothing. */

import { createOnlooker, type Entry, type Finding, type RuleName } from '@parley/acp/inspect'
import { requirementsOf, type Side, type Version } from './requirement.js'
import type { Ruling } from './verdict.js'

export interface WireContext {
  readonly version: Version
  readonly side: Side
  readonly scenario: string
  /** Requirements that cannot be judged by watching here. */
  readonly except?: readonly string[] | undefined
}

export async function judgeWires(
  wires: readonly (readonly Entry[])[],
  { version, side, scenario, except = [] }: WireContext,
): Promise<readonly Ruling[]> {
  const looked = new Set<RuleName>()
  const broken = new Map<RuleName, Finding[]>()
  for (const entries of wires) {
    const onlooker = await createOnlooker()
    for (const entry of entries) onlooker.see(entry)
    onlooker.end()
    for (const tally of onlooker.tallies()) {
      if (tally.by !== side) continue
      if (tally.looked > 0) looked.add(tally.rule)
      if (tally.findings.length > 0)
        broken.set(tally.rule, [...(broken.get(tally.rule) ?? []), ...tally.findings])
    }
  }
  return requirementsOf(version)
    .filter(requirement => requirement.side === side && !except.includes(requirement.id))
    .flatMap(({ id, rules = [] }): readonly Ruling[] => {
      const faults = rules.flatMap(rule => broken.get(rule) ?? [])
      if (faults.length > 0)
        return faults.map(({ text, weight }) => ({
          requirement: id,
          outcome: 'failed',
          detail: text,
          scenario,
          weight: weight === 'note' ? 'may' : weight,
        }))
      return rules.some(rule => looked.has(rule))
        ? [{ requirement: id, outcome: 'passed', detail: '', scenario }]
        : []
    })
}
