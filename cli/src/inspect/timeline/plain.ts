/** Rows as lines of text, for logs, pipes and screen readers: the same as on the screen, in columns that programs can cut. */

import { sanitizeLine } from '@parley/acp/guard'
import { createOnlooker, type Row } from '@parley/acp/inspect'
import { EXIT } from '../../exit-code.js'
import { Failure } from '../../failure.js'
import { Output, whenTaken } from '../../render/output.js'
import type { Shell } from '../../shell.js'
import { verdictOf } from './model.js'
import { toLength, toMoment, toSize } from './quantities.js'
import { toTest } from './selection.js'
import type { Source } from './source.js'

const WORDS = { bad: 'BROKEN', warning: 'DOUBTFUL', note: 'ODD' } as const

/** One row, without its newline. */
export function toPlainLine(row: Row): string {
  const verdict = verdictOf(row)
  const faults = [
    ...row.findings.map(({ rule, text }) => `${rule}: ${text}`),
    ...row.flaws.map(({ path, expected, found }) => `${path || '/'}: expected ${expected}, found ${found}`),
  ]
  const words = [
    toMoment(row.at).padStart(9),
    row.to === undefined ? '  ' : row.to === 'agent' ? '->' : '<-',
    row.kind.padEnd(12),
    (row.method ?? '-').padEnd(26),
    row.session ?? '-',
    row.label,
    ...(row.latency === undefined ? [] : [`after ${toLength(row.latency)}`]),
    ...(row.bytes === 0 ? [] : [toSize(row.bytes)]),
    ...(verdict === undefined ? [] : [`${WORDS[verdict]} ${faults.join('; ')}`]),
  ]
  return sanitizeLine(words.join('  ')).trimEnd()
}

/** A test for rows, or a failure that says what is wrong with the filter. */
export function demandTest(filter: string | undefined): (row: Row) => boolean {
  const test = toTest({ text: filter ?? '' })
  if (typeof test !== 'string') return test ?? (() => true)
  throw new Failure(`--filter: ${test}`, { exitCode: EXIT.usage, cure: 'See: parley inspect --help' })
}

/** All rows, to the end of the source. */
export async function printTimeline(
  source: Source,
  filter: string | undefined,
  shell: Shell,
): Promise<number> {
  const isShown = demandTest(filter)
  const onlooker = await createOnlooker()
  let stop: () => void = () => {}
  const output = new Output(shell.stdout, () => stop())
  const notice = await new Promise<string | undefined>(resolve => {
    stop = () => resolve(undefined)
    source.start({
      header: () => {},
      entries(entries) {
        for (const entry of entries)
          for (const row of onlooker.see(entry)) if (isShown(row)) void output.write(`${toPlainLine(row)}\n`)
      },
      ended: resolve,
    })
  })
  source.close()
  output.push()
  await whenTaken(shell.stdout)
  if (notice !== undefined && onlooker.rows.length === 0) throw new Failure(notice, { exitCode: EXIT.error })
  if (notice !== undefined) shell.stderr.write(`${sanitizeLine(notice)}\n`)
  return EXIT.ok
}
