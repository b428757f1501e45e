/** Finds words in a whole conversation, whether they are drawn or not. */

import type { Entry } from '@parley/acp/thread'
import { wordsOf } from './entry-text.js'
import type { Row } from './rows.js'

// Entries never change, so their words are made small once.
const known = new WeakMap<Entry, string>()

function smallWordsOf(row: Row): string {
  if (row.is === 'remark') return row.remark.text.toLowerCase()
  const words = known.get(row.entry) ?? wordsOf(row.entry).toLowerCase()
  known.set(row.entry, words)
  return words
}

/** The places of rows in which the words stand, in order. Nothing is found by nothing. */
export function findRows(rows: readonly Row[], query: string): readonly number[] {
  const wanted = query.trim().toLowerCase()
  if (wanted === '') return []
  return rows.flatMap((row, index) => (smallWordsOf(row).includes(wanted) ? [index] : []))
}

/** The find behind or before this one; round about at the ends. */
export function stepTo(found: readonly number[], current: number, step: 1 | -1): number {
  return found.length === 0 ? 0 : (current + step + found.length) % found.length
}

/** The first find at or behind a row. */
export function nearestFind(found: readonly number[], row: number): number {
  const place = found.findIndex(index => index >= row)
  return place < 0 ? 0 : place
}
