/**
 * A report in the XML that build servers read: a test case for each requirement. It fails where the command does: what is
 * broken as expected is skipped with its reason, what was expected and is mended fails, and so does what kept the run from its end.
 */

import type { Report, Verdict } from '../verdict.js'
import { type Comparison, compare, reasonsOf } from './expectation.js'
import { escapeMarkup } from './markup.js'
import { troublesOf } from './trouble.js'

interface Case {
  readonly group: string
  readonly name: string
  readonly outcome: 'passed' | 'failure' | 'error' | 'skipped'
  readonly said: string
}

/** With what the run was compared to; without it a broken MUST fails, and nothing else does. */
export function toJunitReport(report: Report, comparison: Comparison = compare(report, [], false)): string {
  const { side, version, milliseconds, startedAt } = report
  const cases = toCases(report, comparison)
  const count = (wanted: Case['outcome']): number => cases.filter(({ outcome }) => outcome === wanted).length
  const name = `ACP v${version} ${side}`
  const totals = `tests="${cases.length}" failures="${count('failure')}" skipped="${count('skipped')}" errors="${count('error')}"`
  const seconds = (milliseconds / 1000).toFixed(3)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${name}" ${totals} time="${seconds}">`,
    `  <testsuite name="${name}" ${totals} time="${seconds}" timestamp="${startedAt}">`,
    ...cases.map(each => toElement(name, each)),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

function toCases(report: Report, comparison: Comparison): readonly Case[] {
  const { verdicts } = report
  const mended = new Map(comparison.mended.map(({ id, reason }) => [id, reason]))
  const unexpected = new Set(comparison.unexpected.map(({ requirement }) => requirement.id))
  const reasons = reasonsOf(comparison)
  const troubles = troublesOf(report).map(
    (said): Case => ({ group: 'run', name: 'every scenario is played', outcome: 'error', said }),
  )
  const strange = comparison.strange.map(
    ({ id }): Case => ({
      group: 'expected',
      name: id,
      outcome: 'failure',
      said: 'expected to be broken, and is no requirement here',
    }),
  )
  const judged = verdicts.map((verdict): Case => {
    const { id, text, level } = verdict.requirement
    const more = { mended: mended.get(id), known: reasons.get(id), isUnexpected: unexpected.has(id) }
    return { group: level, name: `${id}: ${text}`, ...judge(verdict, more) }
  })
  return [...judged, ...strange, ...troubles]
}

interface Expected {
  readonly mended: string | undefined
  readonly known: string | undefined
  readonly isUnexpected: boolean
}

function judge(
  { outcome, details }: Verdict,
  { mended, known, isUnexpected }: Expected,
): Pick<Case, 'outcome' | 'said'> {
  const said = details.join('\n')
  if (isUnexpected) return { outcome: 'failure', said }
  if (mended !== undefined)
    return {
      outcome: 'failure',
      said: `expected to be broken (${mended}), and is kept: take it out of the file`,
    }
  if (known !== undefined) return { outcome: 'skipped', said: `broken as expected: ${known}\n${said}` }
  if (outcome === 'skipped') return { outcome, said }
  // Build servers know no warnings: what a SHOULD has to say stands beside a test that passed.
  return { outcome: 'passed', said: outcome === 'passed' ? '' : `${outcome}: ${said}` }
}

function toElement(suite: string, { group, name, outcome, said }: Case): string {
  const open = `    <testcase classname="${escapeMarkup(`${suite}.${group}`)}" name="${escapeMarkup(name)}"`
  const text = escapeMarkup(said)
  if (outcome === 'skipped') return `${open}><skipped message="${text}"/></testcase>`
  if (outcome !== 'passed') return `${open}><${outcome} message="${text}">${text}</${outcome}></testcase>`
  return said === '' ? `${open}/>` : `${open}><system-out>${text}</system-out></testcase>`
}
