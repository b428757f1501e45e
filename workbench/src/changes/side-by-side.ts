/** Rows for two columns: what was removed beside what was added in its place. */

import type { Row } from './comparison.js'

export interface Pair {
  /** Places among the rows; nothing where that side has no line. */
  readonly old?: number | undefined
  readonly now?: number | undefined
}

/** `from` is the place of the first of these rows. */
export function pairsOf(rows: readonly Row[], from: number): readonly Pair[] {
  const pairs: Pair[] = []
  let removed: number[] = []
  let added: number[] = []
  const flush = () => {
    const length = Math.max(removed.length, added.length)
    for (let index = 0; index < length; index++) pairs.push({ old: removed[index], now: added[index] })
    removed = []
    added = []
  }
  for (const [index, { change }] of rows.entries()) {
    if (change === 'removed') removed.push(from + index)
    else if (change === 'added') added.push(from + index)
    else {
      flush()
      pairs.push({ old: from + index, now: from + index })
    }
  }
  flush()
  return pairs
}
