/**
 * Watches a wire from outside: turns entries into rows, pairs answers with requests, follows sessions and turns, and holds
 * every message against the schema and the rules. Takes no part, and knows no clock.
 */

import type { Entry } from './entry.js'
import type { Finding } from './finding.js'
import type { Row } from './row.js'
import type { Tally } from './rule.js'
import { Talk } from './talk.js'
import type { TurnTiming } from './turn-timing.js'
import { Watch } from './watch.js'

/** Somebody who watches one wire. */
export interface Onlooker {
  /** The rows that an entry makes: one, or one for each message of a batch. */
  see(entry: Entry): readonly Row[]
  /** The wire is over: what is still open is held against whoever left it so. May be called once. */
  end(): void
  readonly rows: readonly Row[]
  readonly findings: readonly Finding[]
  /** How every rule that applies to the version fared. */
  tallies(): readonly Tally[]
  /** The turns so far, in the order they began. */
  readonly turns: readonly TurnTiming[]
  /** The version that was agreed on, if it was. */
  readonly version: 1 | 2 | undefined
}

/** How somebody watches. */
export interface OnlookerOptions {
  /**
   * Keeps only the rows and the findings of the last entry, and counts no tallies: for who passes them on at once, and for
   * wires that never end. False unless said otherwise.
   */
  readonly forgetsRows?: boolean | undefined
}

/** Somebody to watch a wire; knows all versions, so it is loaded when it is needed. */
export async function createOnlooker({ forgetsRows = false }: OnlookerOptions = {}): Promise<Onlooker> {
  return new Watch(await Talk.begin(), forgetsRows)
}
