/** Takes down what a scenario finds out. A scenario says beforehand what it will decide, and may decide nothing else. */

import { boundedLine } from '@parley/acp/guard'
import type { Ruling } from './verdict.js'

const DETAIL_CHARACTERS = 500

/** Thrown where a scenario cannot go on although nobody has broken a rule. */
export class CannotGoOn extends Error {}

/** Thrown where it cannot go on because the peer owes an answer. */
export class Unanswered extends CannotGoOn {}

export class Judge {
  readonly rulings: Ruling[] = []
  readonly #scenario: string
  readonly #open: Set<string>
  readonly #known: ReadonlySet<string>

  constructor(scenario: string, verifies: readonly string[]) {
    this.#scenario = scenario
    this.#known = new Set(verifies)
    this.#open = new Set(verifies)
  }

  /** Decides one requirement by a fact; `detail` says what was found where it was broken. */
  check(requirement: string, isKept: boolean, detail: string): boolean {
    this.#add(requirement, isKept ? 'passed' : 'failed', isKept ? '' : detail)
    return isKept
  }

  /** It cannot be decided here: why. */
  skip(requirement: string, reason: string): void {
    this.#add(requirement, 'skipped', reason)
  }

  /** Whatever was not decided by the end of the scenario. */
  skipRest(reason: string): void {
    for (const requirement of [...this.#open]) this.skip(requirement, reason)
  }

  #add(requirement: string, outcome: Ruling['outcome'], detail: string): void {
    if (!this.#known.has(requirement))
      throw new Error(`${this.#scenario} does not say that it verifies ${requirement}`)
    this.#open.delete(requirement)
    // It may hold words of the peer.
    const clean = boundedLine(detail, DETAIL_CHARACTERS)
    this.rulings.push({ requirement, outcome, detail: clean, scenario: this.#scenario })
  }
}
