/** Money for people. */

import { boundedLine } from '@parley/acp/guard'
import { toAmount } from '../../render/lines.js'

export interface Cost {
  readonly amount: number
  readonly currency: string
}

/** What is more than this was not counted by anybody who can count. */
const MOST = 1_000_000

/** With as many digits as say something; nothing where nothing was spent, or no number was told. */
export function toCost(cost: Cost | null | undefined): string | undefined {
  const amount = toAmount(cost?.amount ?? 0)
  if ((cost?.amount ?? 0) > MOST) return undefined
  if (cost === undefined || cost === null || amount === undefined) return undefined
  return cost.currency === 'USD' ? `$${amount}` : `${amount} ${boundedLine(cost.currency, 8)}`
}
