import { expect, test } from 'vitest'
import { within } from './waiting.js'

const after = (milliseconds: number): Promise<void> =>
  new Promise(resolve => setTimeout(resolve, milliseconds))

test('a limit without end waits for the work', async () => {
  expect(await within(Number.POSITIVE_INFINITY, after(20))).toBe(true)
  expect(await within(2 ** 31, after(20))).toBe(true)
})

test('work that takes longer than its limit is late, and work that fails in time is not', async () => {
  expect(await within(5, after(1000))).toBe(false)
  expect(await within(1000, Promise.reject(new Error('no')))).toBe(true)
})
