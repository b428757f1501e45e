/** What was found as JUnit, for servers that run tests: every rule that applied is a case. */

import { sanitizeLine } from '@parley/acp/guard'
import type { Tally } from '@parley/acp/inspect'
import type { Validation } from '../validate.js'

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

export function toJunit({ path, onlooker, damages, lineOf }: Validation): string {
  const tallies = onlooker.tallies()
  const failed = tallies.filter(isFailed).length + (damages.length > 0 ? 1 : 0)
  const skipped = tallies.filter(({ looked }) => looked === 0).length
  const cases = tallies.map(tally => {
    const said = tally.findings.map(each => `line ${lineOf(each)}: ${each.text}`).join('\n')
    const open = `    <testcase classname="${escaped(tally.by)}" name="${escaped(tally.rule)}"`
    if (isFailed(tally))
      return `${open}><failure message="${escaped(tally.findings[0]?.text ?? '')}">${escaped(said)}</failure></testcase>`
    if (tally.looked === 0)
      return `${open}><skipped message="nothing in the recording is about it"/></testcase>`
    return said === '' ? `${open}/>` : `${open}><system-out>${escaped(said)}</system-out></testcase>`
  })
  const counts = `tests="${tallies.length + 1}" failures="${failed}" skipped="${skipped}"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="${escaped(path)}" ${counts}>`,
    toFileCase(damages),
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

/** That the file itself is whole. */
function toFileCase(damages: Validation['damages']): string {
  const open = '    <testcase classname="recording" name="whole"'
  const [first] = damages
  if (first === undefined) return `${open}/>`
  const said = damages.map(
    ({ line, expected, found }) => `line ${line}: expected ${expected}, found ${found}`,
  )
  return `${open}><failure message="${escaped(said[0] ?? '')}">${escaped(said.join('\n'))}</failure></testcase>`
}

const isFailed = ({ findings }: Tally): boolean => findings.some(({ weight }) => weight === 'must')

function escaped(text: string): string {
  return text
    .split('\n')
    .map(line => sanitizeLine(line).replace(/[&<>"']/g, each => ENTITIES[each] ?? each))
    .join('\n')
}
