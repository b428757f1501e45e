/** What of an entry a row shows: a message, one message of a batch, or the words of something else. */

import type { Entry, Row } from '@parley/acp/inspect'

export function shownValue(row: Row, entry: Entry, rows: readonly Row[]): unknown {
  if (!('message' in entry)) return entry
  if (!Array.isArray(entry.message)) return entry.message
  // The rows of a batch follow each other.
  let first = row.number
  while (rows[first - 1]?.entry === row.entry) first--
  return entry.message[row.number - first]
}
