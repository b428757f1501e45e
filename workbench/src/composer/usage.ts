/** How full the agent's memory is and what it has cost, as numbers to draw and words to read. */

import type { SessionUsage } from '@parley/acp/client'

export interface UsageView {
  /** Of the whole, between 0 and 1. */
  readonly share: number
  readonly percent: string
  readonly isHigh: boolean
  readonly tokens: string
  readonly cost?: string | undefined
}

const HIGH = 0.8

/** Nothing where there is nothing to compare with. */
export function toUsageView({ used, size, cost }: SessionUsage): UsageView | undefined {
  if (!(size > 0) || !(used >= 0)) return undefined
  const share = Math.min(1, used / size)
  return {
    share,
    percent: `${Math.round((used / size) * 100)} %`,
    isHigh: share >= HIGH,
    tokens: `${toCount(used)} of ${toCount(size)} tokens`,
    cost: cost ? toMoney(cost.amount, cost.currency) : undefined,
  }
}

export function toCount(count: number): string {
  if (count < 1_000) return String(count)
  if (count < 1_000_000) return `${short(count / 1_000)}k`
  return `${short(count / 1_000_000)}M`
}

function short(value: number): string {
  return value < 10 ? String(Math.floor(value * 10) / 10) : String(Math.floor(value))
}

function toMoney(amount: number, currency: string): string {
  const digits = amount !== 0 && Math.abs(amount) < 0.1 ? 4 : 2
  try {
    const format = {
      style: 'currency',
      currency,
      minimumFractionDigits: 2,
      maximumFractionDigits: digits,
    } as const
    return new Intl.NumberFormat('en', format).format(amount)
  } catch {
    // A word that is no currency of this world.
    return `${amount.toFixed(digits)} ${currency}`
  }
}
