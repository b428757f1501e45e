/** Which words of two lines differ, where the lines are alike enough for that to say something. */

import { diffWordsWithSpace } from 'diff'
import type { Row } from './comparison.js'
import { withoutBreak } from './lines.js'

export interface Word {
  readonly text: string
  readonly isChanged: boolean
}

const LONGEST_LINE = 2_000
const LEAST_ALIKE = 0.4

/** By row, from 0, for those rows of a hunk of which a part is emphasised. */
export function emphasisOf(rows: readonly Row[]): ReadonlyMap<number, readonly Word[]> {
  const indexes = [...rows.keys()]
  const removed = indexes.filter(index => rows[index]?.change === 'removed')
  const added = indexes.filter(index => rows[index]?.change === 'added')
  const emphasis = new Map<number, readonly Word[]>()
  // Lines that were replaced one for one: of others nobody knows which belongs to which.
  if (removed.length !== added.length) return emphasis
  for (const [place, index] of removed.entries()) {
    const other = added[place] ?? 0
    const pair = wordsBetween(withoutBreak(rows[index]?.line ?? ''), withoutBreak(rows[other]?.line ?? ''))
    if (pair === undefined) continue
    emphasis.set(index, pair.old)
    emphasis.set(other, pair.now)
  }
  return emphasis
}

function wordsBetween(old: string, now: string) {
  if (old === now || old.length > LONGEST_LINE || now.length > LONGEST_LINE) return undefined
  const parts = diffWordsWithSpace(old, now, { timeout: 50, maxEditLength: 400 })
  if (parts === undefined) return undefined
  const alike = parts.filter(({ added, removed }) => !added && !removed)
  const length = alike.reduce((sum, { value }) => sum + value.trim().length, 0)
  if (length < LEAST_ALIKE * Math.min(old.trim().length, now.trim().length)) return undefined
  return {
    old: parts
      .filter(({ added }) => !added)
      .map(({ value, removed }) => ({ text: value, isChanged: removed })),
    now: parts
      .filter(({ removed }) => !removed)
      .map(({ value, added }) => ({ text: value, isChanged: added })),
  }
}
