/** The wires behind a failure, as they were kept: who broke what is said beside the entry that shows it. */

import type { Entry } from '@parley/acp/inspect'
import type { Performance, Report, Verdict } from '../verdict.js'

/** A scenario that broke something, as evidence. */
export interface Evidence {
  readonly scenario: string
  readonly title: string
  readonly wires: readonly (readonly Entry[])[]
  /** The entries that show a fault. */
  readonly faults: readonly Fault[]
}

/** What one entry shows. */
export interface Fault {
  readonly wire: number
  readonly entry: number
  readonly requirement: string
  readonly detail: string
}

/** Finds what shows that a requirement was broken. */
export class EvidenceBook {
  readonly #evidence: ReadonlyMap<string, Evidence>

  constructor({ performances }: Report) {
    this.#evidence = new Map(performances.map(each => [each.scenario, toEvidence(each)]))
  }

  of({ outcome, scenarios }: Verdict): readonly Evidence[] {
    if (outcome === 'passed' || outcome === 'skipped') return []
    return scenarios.flatMap(name => this.#evidence.get(name) ?? [])
  }
}

function toEvidence({ scenario, title, wires, rulings }: Performance): Evidence {
  const faults = rulings.flatMap(({ requirement, detail, outcome, at }) =>
    at === undefined || outcome !== 'failed' ? [] : { ...at, requirement, detail },
  )
  return { scenario, title, wires, faults }
}
