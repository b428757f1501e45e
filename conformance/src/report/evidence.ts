/** The wires behind a failure, without secrets, and short enough to be read. */

import { createRedactor } from '@parley/acp/guard'
import { type Entry, redactEntry } from '@parley/acp/inspect'
import { secretHash } from '@parley/acp/node'
import type { Performance, Report, Verdict } from '../verdict.js'

/** A scenario that broke something, as evidence. */
export interface Evidence {
  readonly scenario: string
  readonly title: string
  readonly wires: readonly (readonly Entry[])[]
  /** How many entries are not shown. */
  readonly omitted: number
}

const MOST_ENTRIES = 400

/** Finds what shows that a requirement was broken. */
export class EvidenceBook {
  readonly #performances: ReadonlyMap<string, Performance>
  readonly #made = new Map<string, Evidence>()
  readonly #redactor = createRedactor({ hash: secretHash() })

  constructor({ performances }: Report) {
    this.#performances = new Map(performances.map(each => [each.scenario, each]))
  }

  of({ outcome, scenarios }: Verdict): readonly Evidence[] {
    if (outcome === 'passed' || outcome === 'skipped') return []
    return scenarios.flatMap(name => this.#find(name) ?? [])
  }

  #find(name: string): Evidence | undefined {
    const made = this.#made.get(name)
    const performance = this.#performances.get(name)
    if (made !== undefined || performance === undefined) return made
    const evidence = this.#make(performance)
    this.#made.set(name, evidence)
    return evidence
  }

  #make({ scenario, title, wires }: Performance): Evidence {
    let omitted = 0
    const shown = wires.map(entries => {
      omitted += Math.max(0, entries.length - MOST_ENTRIES)
      return entries.slice(0, MOST_ENTRIES).map(entry => redactEntry(entry, { redactor: this.#redactor }))
    })
    return { scenario, title, wires: shown, omitted }
  }
}
