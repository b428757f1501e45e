/** What a rule is: somebody who is shown every message of one wire, and says what is wrong. */

import type { Agreed, Contract, Side } from '../protocol/index.js'
import type { EventEntry } from './entry.js'
import type { Finding, RuleName, Weight } from './finding.js'
import type { Row } from './row.js'

/** A message as a rule sees it, with what is known by then. */
export interface Sighting {
  readonly row: Row
  /** Who sent it. */
  readonly by: Side
  /** The message itself: an envelope whose parts have not been checked. */
  readonly message: Readonly<Record<string, unknown>>
  /** Its params, or its result: checked and mended by the schema, or undefined where that was not possible. */
  readonly value: unknown
  /** Of an answer, the params of its request as far as they were of the right shape. */
  readonly askedValue: unknown
  /** The version that is spoken; before the handshake the one that was offered, else version 1. */
  readonly contract: Contract
  /** It came in an array with others, which a receiver may refuse as a whole. */
  readonly isBatched: boolean
  /** What both have said about themselves, once the handshake is done. */
  readonly agreed: Agreed | undefined
}

/** What a rule has to say about the row it is shown, or about an earlier one. */
export interface Report {
  /** The rule applied to this row: without one such row it has proved nothing. */
  looked(rule: RuleName, by: Side): void
  broken(rule: RuleName, fault: Fault): void
}

/** One place where a rule is broken. */
export interface Fault {
  readonly by: Side
  readonly text: string
  /** The row that shows it; the one at hand unless it is said. */
  readonly row?: number | undefined
  /** Less than the rule weighs, where what was seen does not prove all of it. */
  readonly weight?: Weight | undefined
}

/** A rule, or several that need to remember the same, at work on one wire. */
export interface Watcher {
  see(sighting: Sighting, report: Report): void
  /** Something happened to the wire itself. */
  happened?(event: EventEntry, report: Report): void
  /** The wire is over. */
  end?(report: Report): void
}

/** One row of the table of rules. */
export interface Rule {
  readonly name: RuleName
  readonly weight: Weight
  /** Who can break it. */
  readonly by: Side | 'both'
  /** The protocol versions it is a rule of. */
  readonly versions: readonly (1 | 2)[]
  /** One sentence of ours. */
  readonly text: string
}

/** How a rule fared over a whole wire. */
export interface Tally {
  readonly rule: RuleName
  readonly by: Side
  readonly looked: number
  readonly findings: readonly Finding[]
}
