/** Which rows are shown: a filter that was understood, and the numbers of the rows that it lets through so far. */

import { type Query, type QueryFlaw, type Row, readQuery } from '@parley/acp/inspect'
import { AGENTS_METHOD, LIST_METHOD } from '@parley/acp/protocol'

/** By which the page itself keeps its lists up to date, again and again. */
const LISTS = new Set(['session/list', LIST_METHOD, AGENTS_METHOD])

export interface Selection {
  readonly query: Query
  readonly hidesLists: boolean
  /** How many rows were let through and are hidden. */
  readonly hidden: number
  /** How many rows were looked at. */
  readonly seen: number
  /** Their numbers, in order. The same array grows: a hundred thousand are not copied for one more. */
  readonly shown: number[]
}

/** Begins anew with another filter. */
export function selectBy(text: string, hidesLists = false): Selection | QueryFlaw {
  const query = readQuery(text)
  return 'expected' in query ? query : { query, hidesLists, hidden: 0, seen: 0, shown: [] }
}

/** Looks at the rows that have come since. */
export function extend(selection: Selection, rows: readonly Row[]): Selection {
  const { query, hidesLists, seen, shown } = selection
  let { hidden } = selection
  for (let number = seen; number < rows.length; number++) {
    const row = rows[number]
    if (row === undefined || !query.matches(row)) continue
    if (hidesLists && isPoll(row)) hidden++
    else shown.push(number)
  }
  return rows.length === seen ? selection : { ...selection, hidden, seen: rows.length }
}

/** What went wrong with one is worth a look. */
function isPoll({ method, kind, findings, flaws }: Row): boolean {
  return LISTS.has(method ?? '') && kind !== 'error' && findings.length + flaws.length === 0
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
