import { expect, test } from 'vitest'
import { judge } from './result.js'
import type { Figure } from './rows/row.js'
import { formatResult } from './table.js'

const rate: Figure = { id: 'rate', unit: 'updates/s', better: 'more' }
const time: Figure = { id: 'time', unit: 'ms', better: 'less' }

test('a rate passes when it is enough times the official one and near enough to raw', () => {
  const values = { parley: 500, official: 100, raw: 600 }
  expect(judge(rate, values, { timesOfficial: 4.5, timesRaw: 1.3 })).toMatchObject({
    timesOfficial: 5,
    timesRaw: 1.2,
    passed: true,
  })
  expect(judge(rate, values, { timesOfficial: 5.5 }).passed).toBe(false)
  expect(judge(rate, values, { timesRaw: 1.1 }).passed).toBe(false)
})

test('a time is better when it is less', () => {
  const values = { parley: 10, official: 50, raw: 8 }
  expect(judge(time, values, { timesOfficial: 5, timesRaw: 1.25, atMost: 10 }).passed).toBe(true)
  expect(judge(time, values, { atMost: 9 }).passed).toBe(false)
})

test('a goal against a contestant that was not measured is missed, not met', () => {
  expect(judge(time, { parley: 10 }, { timesOfficial: 2 }).passed).toBe(false)
  expect(judge(time, { parley: 10 }, { timesRaw: 2 }).passed).toBe(false)
})

test('a reading that is no number is missed, not met', () => {
  expect(judge(time, { parley: Number.NaN, raw: 1 }, { timesRaw: 2 }).passed).toBe(false)
  expect(judge(time, { parley: Number.NaN }, { atMost: 2 }).passed).toBe(false)
})

test('a figure without a goal has no verdict', () => {
  expect(judge(time, { parley: 10, official: 20, raw: 5 }, {}).passed).toBeUndefined()
})

test('the table shows a missed goal', () => {
  const goal = { timesOfficial: 4.5 }
  const line = formatResult(judge(rate, { parley: 400, official: 100, raw: 600 }, goal), goal)
  expect(line).toContain('4 (≥4.5)')
  expect(line).toContain('MISSED')
})
