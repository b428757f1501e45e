/** A report in numbers. */

import type { Outcome, Report, Verdict } from '../verdict.js'

export type Counts = Readonly<Record<Outcome, number>>

/** How many requirements came out how. */
export function count(verdicts: readonly Verdict[]): Counts {
  const counts = { passed: 0, failed: 0, warned: 0, noted: 0, skipped: 0 }
  for (const { outcome } of verdicts) counts[outcome]++
  return counts
}

/** One line for a README: what was decided, and how it came out. Skips count for nothing. */
export function toBadgeLine({ side, version, verdicts, by }: Report): string {
  const share = (level: 'must' | 'should'): string => {
    const decided = verdicts.filter(
      ({ requirement, outcome }) => requirement.level === level && outcome !== 'skipped',
    )
    return `${decided.filter(({ outcome }) => outcome === 'passed').length}/${decided.length}`
  }
  const { skipped } = count(verdicts)
  return `ACP v${version} ${side}: MUST ${share('must')}, SHOULD ${share('should')}, ${skipped} skipped (${by})`
}
