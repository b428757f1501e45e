/** Rows that are being made: every one has all of its members from the start, for there are a hundred thousand of them. */

import type { Flaw } from '../schema/index.js'
import type { Entry, Heading } from './entry.js'
import type { Finding } from './finding.js'
import type { Row, RowKind } from './row.js'

/** A row whose members may still be filled in, and whose findings may grow. */
export type OpenRow = { -readonly [Name in keyof Row]: Row[Name] }

/** A row of a message, of which it is known whom it was on its way to. */
export type PassingRow = OpenRow & { to: Heading }

/** Whether it is known whom the row was on its way to. */
export function isPassing(row: OpenRow): row is PassingRow {
  return row.to !== undefined
}

const NO_FLAWS: readonly Flaw[] = []
const NO_FINDINGS: readonly Finding[] = []

/** Where a row stands. */
export interface Standing {
  readonly number: number
  readonly entry: number
}

/** A row of which nothing is known yet but where it stands. */
export function makeRow(kind: RowKind, { number, entry }: Standing, { at }: Pick<Entry, 'at'>): OpenRow {
  return {
    number,
    entry,
    at,
    kind,
    to: undefined,
    method: undefined,
    id: undefined,
    session: undefined,
    toolCall: undefined,
    turn: undefined,
    label: '',
    bytes: 0,
    asked: undefined,
    latency: undefined,
    answer: undefined,
    flaws: NO_FLAWS,
    findings: NO_FINDINGS,
  }
}
