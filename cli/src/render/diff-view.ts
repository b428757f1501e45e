/** A change of a file for people: signs in the gutter, numbers of lines, a little of what stands around, and never too much. */

import { sanitizeForDisplay } from '@parley/acp/guard'
import { structuredPatch } from 'diff'
import { boundLines } from './lines.js'
import type { Palette } from './palette.js'

export interface Change {
  readonly oldText?: string | null | undefined
  readonly newText: string
}

const MOST_CHARACTERS = 2_000_000
const MOST_LINES = 120
const MOST_MILLISECONDS = 500
const MOST_EDITS = 4_000

/** The lines of a change, and how many it adds and removes; both counts are 0 where nobody compared. */
export interface DiffView {
  readonly lines: readonly string[]
  readonly added: number
  readonly removed: number
}

export function viewDiff({ oldText, newText }: Change, paint: Palette): DiffView {
  const before = oldText ?? ''
  if (before.length + newText.length > MOST_CHARACTERS)
    return { lines: ['(too large to compare)'], added: 0, removed: 0 }
  const patch = structuredPatch('', '', before, newText, '', '', {
    context: 3,
    timeout: MOST_MILLISECONDS,
    maxEditLength: MOST_EDITS,
  })
  if (patch === undefined) return { lines: ['(too different to compare)'], added: 0, removed: 0 }
  const all = patch.hunks.flatMap(hunk => toRows(hunk))
  const count = (sign: string): number => all.filter(row => row.sign === sign).length
  const width = String(all.reduce((most, { number }) => Math.max(most, number), 0)).length
  const lines = boundLines(all, MOST_LINES).map(row =>
    typeof row === 'string' ? row : toLine(row, width, paint),
  )
  return { lines, added: count('+'), removed: count('-') }
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
