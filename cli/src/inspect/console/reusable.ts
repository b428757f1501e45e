/** What of a row can be changed and sent again. */

import type { Entry, Row } from '@parley/acp/inspect'
import { shownValue } from '../timeline/detail-value.js'

/** A message, or the text of what was none. Nothing where the row is only about the wire, or its entry is gone. */
export type Reusable = { readonly message: unknown } | { readonly text: string } | undefined

export function reusableOf(row: Row, entry: Entry | undefined, rows: readonly Row[]): Reusable {
  if (entry === undefined) return undefined
  if ('noise' in entry) return { text: entry.text }
  return 'message' in entry ? { message: shownValue(row, entry, rows) } : undefined
}
