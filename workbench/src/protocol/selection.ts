/** Which rows are shown: a filter that was understood, and the numbers of the rows that it lets through so far. */

import { type Query, type QueryFlaw, type Row, readQuery } from '@parley/acp/inspect'

export interface Selection {
  readonly query: Query
  /** How many rows were looked at. */
  readonly seen: number
  /** Their numbers, in order. The same array grows: a hundred thousand are not copied for one more. */
  readonly shown: number[]
}

/** Begins anew with another filter. */
export function selectBy(text: string): Selection | QueryFlaw {
  const query = readQuery(text)
  return 'expected' in query ? query : { query, seen: 0, shown: [] }
}

/** Looks at the rows that have come since. */
export function extend(selection: Selection, rows: readonly Row[]): Selection {
  const { query, seen, shown } = selection
  for (let number = seen; number < rows.length; number++) {
    const row = rows[number]
    if (row !== undefined && query.matches(row)) shown.push(number)
  }
  return rows.length === seen ? selection : { query, shown, seen: rows.length }
}

/** In words, with the place: `at 4: expected …, found …`. */
export function flawWords({ at, expected, found }: QueryFlaw): string {
  return `At ${at + 1}: expected ${expected}, found ${found}.`
}

/** Filters that people want again and again. */
export const presets: readonly { readonly name: string; readonly text: string }[] = [
  { name: 'All', text: '' },
  { name: 'Errors', text: 'kind:error' },
  { name: 'Findings', text: 'is:broken' },
  { name: 'Permissions', text: 'session/request_permission' },
  { name: 'Slow', text: 'latency:>1000' },
]
