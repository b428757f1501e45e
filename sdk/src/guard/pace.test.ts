import { expect, test } from 'vitest'
import { pace } from './pace.js'

test('five questions within a minute, and the sixth waits until the first of them is a minute old', () => {
  const times = [0, 10, 20, 30, 40]
  expect(pace(times.slice(1), 50)).toEqual({ canAsk: true, waitMilliseconds: 0, times: [10, 20, 30, 40] })
  expect(pace(times, 50)).toEqual({ canAsk: false, waitMilliseconds: 59_950, times })
  expect(pace(times, 59_999)).toEqual({ canAsk: false, waitMilliseconds: 1, times })
  expect(pace(times, 60_000)).toEqual({ canAsk: true, waitMilliseconds: 0, times: [10, 20, 30, 40] })
})

test('with more than five, the wait is until fewer than five are left, in whatever order they came', () => {
  expect(pace([60, 10, 50, 40, 30, 20], 100)).toMatchObject({ canAsk: false, waitMilliseconds: 59_920 })
  expect(pace([], 0)).toEqual({ canAsk: true, waitMilliseconds: 0, times: [] })
})
