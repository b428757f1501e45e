/**
 * `parley validate`: holds a recording against the schema and the rules. Exit code 1 where a rule that must be kept is
 * broken or the file is damaged, 2 where nothing in it could be judged: silence proves nothing.
 */

import { sanitizeLine } from '@parley/acp/guard'
import type { Finding, RecordingFlaw } from '@parley/acp/inspect'
import { EXIT } from '../exit-code.js'
import { Failure } from '../failure.js'
import { counted } from '../listing/count.js'
import { print } from '../listing/print.js'
import { toSafeJsonText } from '../listing/safe-json.js'
import type { Shell } from '../shell.js'
import { type Judgement, judge, lineOf } from './judgement.js'
import { findRecording } from './place.js'
import { toJunit } from './reports/junit.js'
import { toSarif } from './reports/sarif.js'

/** What the reader of recordings calls a last line without its end. */
const CUT_OFF = 'a line that was cut off'

export interface ValidateOptions {
  readonly format: 'text' | 'json' | 'junit' | 'sarif'
  /** What should be, counts as much as what must be. */
  readonly strict?: boolean | undefined
}

/** What every report is made of. */
export interface Validation extends Judgement {
  readonly path: string
  /** Lines that are none; the last one is not among them where it was only cut off, as a machine that stops does it. */
  readonly damages: readonly RecordingFlaw[]
  /** The line of the file in which the row of a finding stands. */
  lineOf(finding: Finding): number
}

export async function validateRecording(
  word: string,
  options: ValidateOptions,
  shell: Shell,
): Promise<number> {
  const path = await findRecording(word, shell)
  const judgement = await judge(path)
  const { rows, findings } = judgement.onlooker
  const validation: Validation = {
    ...judgement,
    path,
    damages: judgement.flaws.filter(({ found }) => found !== CUT_OFF),
    lineOf: ({ row }) => lineOf(rows[row]?.entry ?? 0, judgement.flaws),
  }
  await print(shell.stdout, toReport(validation, options.format))
  const isBroken = findings.some(
    ({ weight }) => weight === 'must' || (options.strict === true && weight === 'should'),
  )
  if (isBroken || validation.damages.length > 0) return EXIT.error
  if (rows.some(({ to }) => to !== undefined)) return EXIT.ok
  throw new Failure(`${path} holds no message: there is nothing to judge.`, {
    exitCode: EXIT.usage,
    reason: 'nothing_to_judge',
  })
}

function toReport(validation: Validation, format: ValidateOptions['format']): string {
  switch (format) {
    case 'json':
      return toSafeJsonText(toValue(validation))
    case 'junit':
      return toJunit(validation)
    case 'sarif':
      return toSafeJsonText(toSarif(validation))
    default:
      return toLines(validation)
  }
}

function toValue({ path, header, onlooker, flaws, lineOf }: Validation): object {
  return {
    recording: path,
    header,
    version: onlooker.version,
    rows: onlooker.rows.length,
    findings: onlooker.findings.map(finding => ({ ...finding, line: lineOf(finding) })),
    rules: onlooker
      .tallies()
      .map(({ rule, by, looked, findings }) => ({ rule, by, looked, broken: findings.length })),
    flaws,
  }
}

function toLines({ path, onlooker, flaws, lineOf }: Validation): string {
  const { findings, rows } = onlooker
  const looked = onlooker.tallies().filter(tally => tally.looked > 0).length
  const lines = [
    ...findings.map(each => `${path}:${lineOf(each)}: ${each.weight} ${each.rule}: ${each.by}: ${each.text}`),
    ...flaws.map(
      ({ line, expected, found }) => `${path}:${line}: damaged: expected ${expected}, found ${found}`,
    ),
    `${counted(rows.length, 'row')}, ${counted(looked, 'rule')} applied, ${counted(findings.length, 'finding')}.`,
  ]
  return lines.map(line => `${sanitizeLine(line)}\n`).join('')
}
