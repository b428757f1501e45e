/** A report in the XML that build servers read: a test case for each requirement. */

import type { Report, Verdict } from '../verdict.js'
import { escapeMarkup } from './markup.js'
import { count } from './tally.js'

export function toJunitReport(report: Report): string {
  const { side, version, verdicts, milliseconds, startedAt } = report
  const { failed, skipped } = count(verdicts)
  const name = `ACP v${version} ${side}`
  const totals = `tests="${verdicts.length}" failures="${failed}" skipped="${skipped}" errors="0"`
  const seconds = (milliseconds / 1000).toFixed(3)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${name}" ${totals} time="${seconds}">`,
    `  <testsuite name="${name}" ${totals} time="${seconds}" timestamp="${startedAt}">`,
    ...verdicts.map(verdict => toCase(name, verdict)),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

function toCase(suite: string, { requirement, outcome, details }: Verdict): string {
  const { id, text, level } = requirement
  const open = `    <testcase classname="${escapeMarkup(`${suite}.${level}`)}" name="${escapeMarkup(`${id}: ${text}`)}"`
  const said = escapeMarkup(details.join('\n'))
  if (outcome === 'passed') return `${open}/>`
  if (outcome === 'skipped') return `${open}><skipped message="${said}"/></testcase>`
  if (outcome === 'failed') return `${open}><failure message="${said}">${said}</failure></testcase>`
  // Build servers know no warnings: what a SHOULD has to say stands beside a test that passed.
  return `${open}><system-out>${outcome}: ${said}</system-out></testcase>`
}
