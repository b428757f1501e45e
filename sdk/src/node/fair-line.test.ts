import { expect, test } from 'vitest'
import { Arrivals } from './arrivals.js'

test('the first enters at once, and of those behind it one in each turn of the event loop', async () => {
  const arrivals = new Arrivals()
  const entered: number[] = []
  for (const who of [0, 1, 2, 3]) arrivals.join(() => entered.push(who))
  expect(entered).toEqual([0])
  for (const count of [2, 3, 4]) {
    await new Promise(setImmediate)
    expect(entered.length).toBe(count)
  }
  expect(entered).toEqual([0, 1, 2, 3])
})

test('whoever comes when the line is empty again enters at once', async () => {
  const arrivals = new Arrivals()
  const entered: number[] = []
  arrivals.join(() => entered.push(0))
  for (let turns = 0; turns < 3; turns++) await new Promise(setImmediate)
  arrivals.join(() => entered.push(1))
  expect(entered).toEqual([0, 1])
})
