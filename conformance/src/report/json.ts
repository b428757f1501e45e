/** A report as JSON, for programs: every verdict, and the transcripts of what was broken. */

import type { Report } from '../verdict.js'
import { EvidenceBook } from './evidence.js'
import { type Comparison, reasonsOf } from './expectation.js'
import { count, toBadgeLine } from './tally.js'
import { troublesOf } from './trouble.js'

export function toJsonReport(report: Report, comparison?: Comparison): string {
  const { side, version, subject, by, startedAt, milliseconds, verdicts } = report
  const book = new EvidenceBook(report)
  const broken = verdicts.flatMap(verdict => book.of(verdict))
  const reasons = reasonsOf(comparison)
  const evidence = new Map(broken.map(each => [each.scenario, each]))
  return `${asPlainSigns(
    JSON.stringify(
      {
        side,
        version,
        subject,
        by,
        startedAt,
        milliseconds: Math.round(milliseconds),
        counts: count(verdicts),
        badge: toBadgeLine(report, comparison),
        troubles: troublesOf(report),
        verdicts: verdicts.map(({ requirement, outcome, details, scenarios }) => ({
          id: requirement.id,
          level: requirement.level,
          outcome,
          text: requirement.text,
          sources: requirement.sources,
          details,
          scenarios,
          ...(reasons.has(requirement.id) ? { expected: reasons.get(requirement.id) } : {}),
        })),
        evidence: [...evidence.values()],
      },
      null,
      2,
    ),
  )}\n`
}

/** The same JSON without signs that a terminal would obey or an eye would not see. */
function asPlainSigns(json: string): string {
  return json.replace(/[^\n -~]/g, sign => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
