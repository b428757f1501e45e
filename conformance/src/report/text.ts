/** A report for people at a terminal: what is broken first, what could not be decided last. */

import { boundedLine } from '@parley/acp/guard'
import type { Report, Verdict } from '../verdict.js'
import { type Comparison, reasonsOf } from './expectation.js'
import { count, toBadgeLine } from './tally.js'
import { troublesOf } from './trouble.js'

export interface TextReportOptions {
  /** Names every requirement, also what was kept. */
  readonly isVerbose?: boolean | undefined
  /** What the run was compared to; the reasons for what is known to be broken are told. */
  readonly comparison?: Comparison | undefined
}

const GLYPHS = { passed: '✓', failed: '✗', warned: '!', noted: '·', skipped: '–' } as const
const WORDS = {
  failed: 'Broken (MUST)',
  warned: 'Broken (SHOULD)',
  noted: 'Odd (MAY)',
} as const
const MOST_DETAILS = 5
const LINE_CHARACTERS = 300
const TROUBLE_CHARACTERS = 1_500
const MOST_SCENARIOS = 5
const MOST_UNDECIDED = 12

export function toTextReport(
  report: Report,
  { isVerbose = false, comparison }: TextReportOptions = {},
): string {
  const { verdicts, obstacle } = report
  const reasons = reasonsOf(comparison)
  const toLines = (verdict: Verdict): string[] => toRows(verdict, reasons.get(verdict.requirement.id))
  const counts = count(verdicts)
  const parts = (['failed', 'warned', 'noted'] as const).flatMap(outcome => {
    const own = verdicts.filter(verdict => verdict.outcome === outcome)
    return own.length === 0 ? [] : ['', `${WORDS[outcome]}: ${own.length}`, ...own.flatMap(toLines)]
  })
  const kept = isVerbose
    ? ['', ...verdicts.filter(({ outcome }) => outcome === 'passed').flatMap(toLines)]
    : []
  const sums = (['passed', 'failed', 'warned', 'noted', 'skipped'] as const)
    .filter(outcome => counts[outcome] > 0 || outcome === 'passed' || outcome === 'failed')
    .map(outcome => `${counts[outcome]} ${outcome}`)
  return [
    `${titleOf(report)}, ${(report.milliseconds / 1000).toFixed(1)} s`,
    ...kept,
    ...parts,
    ...(obstacle === undefined ? toSkips(verdicts, isVerbose) : []),
    ...troublesOf(report).flatMap(trouble => [
      '',
      `Not the whole truth: ${boundedLine(trouble, TROUBLE_CHARACTERS)}`,
    ]),
    '',
    sums.join(', '),
    toBadgeLine(report, comparison),
    '',
  ].join('\n')
}

function titleOf({ side, version, subject }: Report): string {
  const name =
    subject.name === undefined ? subject.command : `${subject.name} ${subject.version ?? ''}`.trim()
  return boundedLine(`${name}: ${side}, protocol version ${version}`, LINE_CHARACTERS)
}

function toRows({ requirement, outcome, details, scenarios }: Verdict, reason: string | undefined): string[] {
  const lines = [`  ${GLYPHS[outcome]} ${requirement.id}  ${requirement.text}`]
  if (outcome === 'passed') return lines
  if (reason !== undefined) lines.push(`      expected: ${boundedLine(reason, LINE_CHARACTERS)}`)
  for (const detail of details.slice(0, MOST_DETAILS))
    lines.push(`      ${boundedLine(detail, LINE_CHARACTERS)}`)
  if (details.length > MOST_DETAILS) lines.push(`      … and ${details.length - MOST_DETAILS} more`)
  lines.push(`      in ${someOf(scenarios, MOST_SCENARIOS)}; from ${requirement.sources.join('; ')}`)
  return lines
}

/** Skips are grouped by their reason: twenty requirements that need a form are one line of news. */
function toSkips(verdicts: readonly Verdict[], isVerbose: boolean): string[] {
  const reasons = new Map<string, string[]>()
  for (const { requirement, outcome, details } of verdicts)
    if (outcome === 'skipped') {
      const reason = boundedLine(details.join('; '), LINE_CHARACTERS)
      reasons.set(reason, [...(reasons.get(reason) ?? []), requirement.id])
    }
  if (reasons.size === 0) return []
  const most = isVerbose ? Number.POSITIVE_INFINITY : MOST_UNDECIDED
  const rows = [...reasons].map(
    ([reason, ids]) => `  ${GLYPHS.skipped} ${reason}\n      ${someOf(ids, most)}`,
  )
  return ['', 'Not decided:', ...rows]
}

function someOf(names: readonly string[], most: number): string {
  const shown = names.slice(0, most).join(', ')
  return names.length <= most ? shown : `${shown} and ${names.length - most} more`
}
