/** A report in numbers. */

import type { Outcome, Report, Verdict } from '../verdict.js'
import type { Comparison } from './expectation.js'
import { troublesOf } from './trouble.js'

export type Counts = Readonly<Record<Outcome, number>>

/** How many requirements came out how. */
export function count(verdicts: readonly Verdict[]): Counts {
  const counts = { passed: 0, failed: 0, warned: 0, noted: 0, skipped: 0 }
  for (const { outcome } of verdicts) counts[outcome]++
  return counts
}

/** One line for a README: what was decided, and how it came out. Skips count for nothing, what is known to be broken counts. */
export function toBadgeLine(report: Report, comparison?: Comparison): string {
  const { side, version, verdicts, by } = report
  const share = (level: 'must' | 'should'): string => {
    const decided = verdicts.filter(
      ({ requirement, outcome }) => requirement.level === level && outcome !== 'skipped',
    )
    return `${decided.filter(({ outcome }) => outcome === 'passed').length}/${decided.length}`
  }
  const { skipped } = count(verdicts)
  const known = comparison?.known.length ?? 0
  const rest = [
    ...(known > 0 ? [`${known} known`] : []),
    `${skipped} skipped`,
    ...(troublesOf(report).length > 0 ? ['not whole'] : []),
  ]
  return `ACP v${version} ${side}: MUST ${share('must')}, SHOULD ${share('should')}, ${rest.join(', ')} (${by})`
}
