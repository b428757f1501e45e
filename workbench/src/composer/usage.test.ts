import { expect, test } from 'vitest'
import { toUsageView } from './usage.js'

test('usage is told in tokens, and is high from eighty of a hundred on', () => {
  expect(toUsageView({ used: 15_999, size: 20_000 })).toMatchObject({ percent: '80 %', isHigh: false })
  expect(toUsageView({ used: 16_000, size: 20_000 })).toEqual({
    ...{ share: 0.8, percent: '80 %', isHigh: true, tokens: '16k of 20k tokens', cost: undefined },
  })
  expect(toUsageView({ used: 1_250_000, size: 1_000_000 })).toMatchObject({ share: 1, percent: '125 %' })
})

test('money is told in its currency, small sums with more digits', () => {
  const costOf = (amount: number, currency: string) =>
    toUsageView({ used: 1, size: 2, cost: { amount, currency } })?.cost
  expect(costOf(1.5, 'USD')).toBe('$1.50')
  expect(costOf(0.0312, 'USD')).toBe('$0.0312')
  expect(costOf(2, 'credits')).toBe('2.00 credits')
})

test('without a size there is nothing to draw', () => {
  expect(toUsageView({ used: 5, size: 0 })).toBeUndefined()
})
