/** Which rows of a comparison are shown: the hunks with what stands around them, and gaps that can be opened. */

import type { Comparison } from './comparison.js'

/** Rows from one to before another; those of a gap are not shown. */
export interface Stretch {
  readonly is: 'rows' | 'gap'
  readonly from: number
  readonly to: number
}

const CONTEXT_ROWS = 3
/** A gap smaller than this takes no less room than its rows. */
const SMALLEST_GAP = 4

export interface Wanted {
  /** Gaps that somebody opened, each by its first row. */
  readonly opened?: ReadonlySet<number> | undefined
  /** Rows that must be seen though they are the same in both texts. */
  readonly needed?: readonly number[] | undefined
}

export function stretchesOf(
  { rows, hunks }: Pick<Comparison, 'rows' | 'hunks'>,
  { opened = new Set(), needed = [] }: Wanted = {},
): readonly Stretch[] {
  const shown = [...hunks, ...needed.map(row => ({ from: row, to: row + 1 }))]
  shown.sort((one, other) => one.from - other.from)
  const stretches: Stretch[] = []
  let at = 0
  const add = (is: Stretch['is'], to: number) => {
    const last = stretches.at(-1)
    if (to <= at) return
    if (is === 'rows' && last?.is === 'rows') stretches[stretches.length - 1] = { ...last, to }
    else stretches.push({ is, from: at, to })
    at = to
  }
  for (const { from, to } of shown) {
    const start = Math.max(at, from - CONTEXT_ROWS)
    add(start - at < SMALLEST_GAP || opened.has(at) ? 'rows' : 'gap', start)
    add('rows', Math.min(rows.length, to + CONTEXT_ROWS))
  }
  add(rows.length - at < SMALLEST_GAP || opened.has(at) ? 'rows' : 'gap', rows.length)
  return stretches
}

/** As many of them as have so many rows in all, and how many rows are left. */
export function cutStretches(stretches: readonly Stretch[], most: number) {
  const kept: Stretch[] = []
  let left = most
  let hidden = 0
  for (const stretch of stretches) {
    const rows = stretch.is === 'gap' ? 0 : stretch.to - stretch.from
    if (left > 0 && rows <= left) kept.push(stretch)
    else if (left > 0 && rows > 0) kept.push({ ...stretch, to: stretch.from + left })
    hidden += Math.max(0, rows - Math.max(0, left))
    left -= rows
  }
  return { kept, hidden }
}
