/** What of a timeline is shown: a line of words, each of which a row must satisfy. */

import type { Row } from './row.js'

/** A filter that was understood. */
export interface Query {
  readonly text: string
  matches(row: Row): boolean
}

/** What could not be understood, and where. */
export interface QueryFlaw {
  readonly at: number
  readonly expected: string
  readonly found: string
}

/** The names that may stand before a colon, each with what it looks at; for help and completion. */
export const queryFields: readonly (readonly [name: string, about: string])[] = []

/** Understands a filter such as `session/update session:abc is:broken -kind:stderr latency:>500 "some words"`. */
export function readQuery(text: string): Query | QueryFlaw {
  throw new Error(`not built yet: ${text}`)
}
