/** Ends a run that costs too much, by the agent's own count; says so where that count cannot be used. */

import { boundedLine } from '@parley/acp/guard'
import { EXIT } from '../exit-code.js'
import type { Budget } from './duration.js'
import type { UsageNote } from './event.js'
import type { Halt } from './halt.js'

export interface BudgetMeans {
  readonly budget: Budget
  /** As it was typed. */
  readonly typed: string
  readonly halt: Halt
  readonly warn: (message: string) => void
}

export class BudgetWatch {
  readonly #means: BudgetMeans
  #isUseful = false
  #isTold = false

  constructor(means: BudgetMeans) {
    this.#means = means
  }

  /** A new count came in. */
  note({ cost }: UsageNote): void {
    const { budget, typed, halt } = this.#means
    if (cost === undefined) return
    if (budget.currency !== undefined && budget.currency !== cost.currency.toUpperCase())
      return this.#tell(`the agent counts in ${boundedLine(cost.currency, 8)}`)
    this.#isUseful = true
    if (cost.amount <= budget.amount) return
    halt.request({
      exitCode: EXIT.limit,
      reason: 'max_cost',
      message: `the session has cost ${cost.amount} ${boundedLine(cost.currency, 8)}, more than ${typed}`,
      cure: 'Allow it to cost more: --max-cost',
    })
  }

  /** The turn is over. */
  end(): void {
    if (!this.#isUseful) this.#tell('the agent does not say what it costs')
  }

  #tell(why: string): void {
    if (this.#isTold) return
    this.#isTold = true
    this.#means.warn(`--max-cost ${this.#means.typed} could not be held to: ${why}`)
  }
}
