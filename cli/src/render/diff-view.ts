/** A change of a file for people: signs in the gutter, numbers of lines, a little of what stands around, and no more than is wished. */

import { sanitizeForDisplay } from '@parley/acp/guard'
import { structuredPatch } from 'diff'
import { boundLines } from './lines.js'
import type { Palette } from './palette.js'

export interface Change {
  readonly oldText?: string | null | undefined
  readonly newText: string
}

const MOST_CHARACTERS = 2_000_000
const MOST_MILLISECONDS = 500
const MOST_EDITS = 4_000

/** The lines of a change, and how many it adds and removes. */
export interface DiffView {
  readonly lines: readonly string[]
  readonly added: number
  readonly removed: number
}

/** All of it, unless so many lines are enough: who is asked about a change has to see it. */
export function viewDiff(
  { oldText, newText }: Change,
  paint: Palette,
  most = Number.POSITIVE_INFINITY,
): DiffView {
  const all = rowsBetween(oldText ?? '', newText)
  const count = (sign: string): number => all.filter(row => row.sign === sign).length
  const width = String(all.reduce((last, { number }) => Math.max(last, number), 0)).length
  const lines = boundLines(all, most).map(row => (typeof row === 'string' ? row : toLine(row, width, paint)))
  return { lines, added: count('+'), removed: count('-') }
}

/** What cannot be compared is gone as a whole, and came as a whole. */
function rowsBetween(before: string, after: string): readonly Row[] {
  const isShort = before !== '' && after !== '' && before.length + after.length <= MOST_CHARACTERS
  const options = { context: 3, timeout: MOST_MILLISECONDS, maxEditLength: MOST_EDITS }
  const patch = isShort ? structuredPatch('', '', before, after, '', '', options) : undefined
  if (patch !== undefined) return patch.hunks.flatMap(hunk => toRows(hunk))
  const lines = [...signed('-', before), ...signed('+', after)]
  return before === after ? [] : toRows({ oldStart: 1, newStart: 1, lines })
}

function signed(sign: string, text: string): readonly string[] {
  const lines = text === '' ? [] : text.split('\n').map(line => sign + line)
  return text.endsWith('\n') ? lines.slice(0, -1) : lines
}

interface Row {
  readonly sign: string
  readonly number: number
  readonly text: string
}

function toRows(hunk: {
  readonly oldStart: number
  readonly newStart: number
  readonly lines: readonly string[]
}): Row[] {
  let [old, now] = [hunk.oldStart, hunk.newStart]
  return hunk.lines.flatMap(line => {
    const sign = line.charAt(0)
    // A remark of the format, such as that the last line has no end.
    if (sign === '\\') return []
    const number = sign === '-' ? old : now
    if (sign !== '+') old++
    if (sign !== '-') now++
    return [{ sign, number, text: sanitizeForDisplay(line.slice(1)) }]
  })
}

function toLine({ sign, number, text }: Row, width: number, paint: Palette): string {
  const gutter = String(number).padStart(width)
  if (sign === '+') return paint('good', `${gutter} + ${text}`)
  if (sign === '-') return paint('bad', `${gutter} − ${text}`)
  return `${paint('muted', gutter)}   ${text}`
}
