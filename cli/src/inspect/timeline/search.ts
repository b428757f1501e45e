/** Looks for words in what the rows show, from where one stands, in either direction and around the end. */

import type { Row } from '@parley/acp/inspect'
import { rowAt, shownCount, type Timeline } from './model.js'

function isFound(row: Row, words: string): boolean {
  return [row.method, row.label, row.session, row.toolCall].some(
    each => each?.toLowerCase().includes(words) === true,
  )
}

/** The place of the next row that holds what is looked for; nothing where none does. */
export function findNext(
  timeline: Timeline,
  step: 1 | -1,
  from = timeline.cursor + step,
): number | undefined {
  const count = shownCount(timeline)
  if (timeline.search === '') return undefined
  for (let tried = 0; tried < count; tried++) {
    const place = (((from + tried * step) % count) + count) % count
    const row = rowAt(timeline, place)
    if (row !== undefined && isFound(row, timeline.search)) return place
  }
  return undefined
}
