/** The lines of a change that a cursor goes over: each with its numbers, before and after. Compared once per change. */

import { type Comparison, compareTexts, type Row } from '../../draw/diff-rows.js'
import { gutterOf, hasBothEnds, pairsOf } from '../../draw/row-text.js'
import type { TurnChange } from '../../event.js'

export interface ReviewRow extends Row {
  /** Lines are left out before it. */
  readonly isAfterGap: boolean
  /** The line that it became or was. */
  readonly mate?: Row | undefined
}

interface Found {
  readonly rows: readonly ReviewRow[]
  readonly added: number
  readonly removed: number
  /** What is to be said of it besides its lines. */
  readonly note?: string | undefined
}

export interface Reviewed extends Found {
  /** How wide its numbers are. */
  readonly gutter: number
  /** Both kinds of line ends occur. */
  readonly marksEnds: boolean
}

const MOST_ROWS = 20_000
const known = new WeakMap<TurnChange, Reviewed>()

export function reviewed(change: TurnChange): Reviewed {
  const found = known.get(change) ?? withLook(review(change))
  known.set(change, found)
  return found
}

function withLook(found: Found): Reviewed {
  return { ...found, gutter: gutterOf(found.rows), marksEnds: hasBothEnds(found.rows) }
}

function review({ oldText, newText, note }: TurnChange): Found {
  if (oldText === undefined && newText === undefined) return { rows: [], added: 0, removed: 0, note }
  if (oldText === newText) return { rows: [], added: 0, removed: 0, note: note ?? 'nothing changed' }
  // Gone is not empty, but its lines are shown like those of a file that became empty.
  const comparison = compareTexts(oldText, newText ?? '')
  const rows = comparison.hunks.flatMap((hunk, index) =>
    pairsOf(hunk).map(
      ({ row, mate }, at): ReviewRow => ({ ...row, mate, isAfterGap: index > 0 && at === 0 }),
    ),
  )
  if (rows.length > 0) return bound(rows, comparison, note)
  return apart(oldText ?? '', newText ?? '', note ?? comparison.note)
}

function bound(rows: readonly ReviewRow[], { added, removed }: Comparison, note?: string): Found {
  const left = rows.length - MOST_ROWS
  return {
    ...{ added, removed, rows: left > 0 ? rows.slice(0, MOST_ROWS) : rows },
    note: left > 0 ? `${left} more lines are not shown` : note,
  }
}

/** Too different to be compared: everything that was, then everything that is. */
function apart(oldText: string, newText: string, note?: string): Found {
  const [before, after] = [linesOf(oldText), linesOf(newText)]
  const rows = [
    ...before.map((text, at): ReviewRow => ({ ...ROW, sign: '-', old: at + 1, text })),
    ...after.map((text, at): ReviewRow => ({ ...ROW, sign: '+', now: at + 1, text })),
  ]
  return { rows: rows.slice(0, MOST_ROWS), added: after.length, removed: before.length, note }
}

const ROW = { old: 0, now: 0, isOpen: false, isAfterGap: false }

function linesOf(text: string): readonly string[] {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}

/** The first line that is not as it was. */
export function firstChanged({ rows }: Reviewed): number {
  return Math.max(
    0,
    rows.findIndex(({ sign }) => sign !== ' '),
  )
}
