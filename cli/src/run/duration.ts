/** How people write how long, and how much. */

import { EXIT } from '../exit-code.js'
import { Failure } from '../failure.js'

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, '': 1_000, m: 60_000, h: 3_600_000 }
const LONGEST = 2_147_483_647

/** Milliseconds; a bare number counts seconds. */
export function readDuration(text: string, flag: string): number {
  const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text.trim()) ?? []
  const milliseconds = Number(number) * (UNITS[unit] ?? Number.NaN)
  if (number !== '' && milliseconds > 0 && milliseconds <= LONGEST) return milliseconds
  throw new Failure(`${flag}: expected a duration such as 90, 90s, 5m or 1h, found ${JSON.stringify(text)}`, {
    exitCode: EXIT.usage,
  })
}

/** How long that is, for people. */
export function toSpan(milliseconds: number): string {
  if (milliseconds < 1_000) return `${milliseconds} ms`
  const [unit, size] =
    milliseconds < 60_000 ? ['s', 1_000] : milliseconds < 3_600_000 ? ['min', 60_000] : ['h', 3_600_000]
  return `${Number((milliseconds / Number(size)).toFixed(2))} ${unit}`
}

/** What may be spent at most. Without a currency, whatever the agent counts in. */
export interface Budget {
  readonly amount: number
  readonly currency?: string | undefined
}

export function readBudget(text: string, flag: string): Budget {
  const [, number = '', currency = ''] = /^(\d+(?:\.\d+)?)\s*([A-Za-z]{3})?$/.exec(text.trim()) ?? []
  if (number === '')
    throw new Failure(`${flag}: expected an amount such as 0.50 or 0.50USD, found ${JSON.stringify(text)}`, {
      exitCode: EXIT.usage,
    })
  return { amount: Number(number), ...(currency !== '' && { currency: currency.toUpperCase() }) }
}
