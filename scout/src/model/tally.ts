/** Counts what a turn takes and what the session has cost. Where a price is not known, no cost is told. */

import type { Tokens, Turn } from '@parley/acp/agent'
import type { LanguageModelUsage } from 'ai'
import type { Brain } from './brain.js'
import { CURRENCY, type Price } from './price-list.js'

export class Tally {
  #input = 0
  #output = 0
  #thought = 0
  #read = 0
  #written = 0
  #spent: number | undefined

  /** `spent` is what the session had cost before. */
  constructor(spent: number | undefined) {
    this.#spent = spent
  }

  add(usage: LanguageModelUsage | undefined, { price }: Brain): void {
    if (usage === undefined) return
    const { inputTokens = 0, outputTokens = 0, inputTokenDetails, outputTokenDetails } = usage
    const { cacheReadTokens = 0, cacheWriteTokens = 0 } = inputTokenDetails ?? {}
    this.#input += inputTokens
    this.#output += outputTokens
    this.#thought += outputTokenDetails?.reasoningTokens ?? 0
    this.#read += cacheReadTokens
    this.#written += cacheWriteTokens
    if (price !== undefined) this.#spent = (this.#spent ?? 0) + costOf(usage, price)
  }

  /** Says how full the context is, and what the turn has taken so far. */
  tell(turn: Turn, used: number, { contextSize }: Brain): Promise<void> | undefined {
    turn.tokens(this.#toTokens())
    const cost = this.#spent === undefined ? undefined : { amount: this.#spent, currency: CURRENCY }
    return turn.usage({ used: Math.round(used), size: contextSize, ...(cost && { cost }) })
  }

  #toTokens(): Tokens {
    return {
      totalTokens: this.#input + this.#output,
      inputTokens: this.#input,
      outputTokens: this.#output,
      ...(this.#thought > 0 && { thoughtTokens: this.#thought }),
      ...(this.#read > 0 && { cachedReadTokens: this.#read }),
      ...(this.#written > 0 && { cachedWriteTokens: this.#written }),
    }
  }
}

const costOf = (usage: LanguageModelUsage, price: Price): number => {
  const { inputTokens = 0, outputTokens = 0, inputTokenDetails } = usage
  const { cacheReadTokens = 0, cacheWriteTokens = 0 } = inputTokenDetails ?? {}
  const plain = Math.max(0, inputTokens - cacheReadTokens - cacheWriteTokens)
  const millionths =
    plain * price.input +
    outputTokens * price.output +
    cacheReadTokens * price.cacheRead +
    cacheWriteTokens * price.cacheWrite
  // Beyond a millionth of a cent it is the noise of the arithmetic.
  return Math.round(millionths * 100) / 100_000_000
}
