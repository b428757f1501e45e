import { expect, test } from 'vitest'
import { FairLine } from './fair-line.js'

test('the first enters at once, and of those behind it one in each turn of the event loop', async () => {
  const line = new FairLine<string>()
  const entered: number[] = []
  for (const who of [0, 1, 2, 3]) line.join('here', () => entered.push(who))
  expect(entered).toEqual([0])
  for (const count of [2, 3, 4]) {
    await new Promise(setImmediate)
    expect(entered.length).toBe(count)
  }
  expect(entered).toEqual([0, 1, 2, 3])
})

test('whoever comes when the line is empty again enters at once', async () => {
  const line = new FairLine<string>()
  const entered: number[] = []
  line.join('here', () => entered.push(0))
  for (let turns = 0; turns < 3; turns++) await new Promise(setImmediate)
  line.join('here', () => entered.push(1))
  expect(entered).toEqual([0, 1])
})

test('whoever comes from elsewhere does not wait behind all that came from one place', async () => {
  const line = new FairLine<string>()
  const entered: string[] = []
  for (let who = 0; who < 100; who++) line.join('crowd', () => entered.push('crowd'))
  line.join('elsewhere', () => entered.push('elsewhere'))
  await expect.poll(() => entered.length).toBe(101)
  expect(entered.indexOf('elsewhere')).toBeLessThan(4)
})

test('who leaves the line does not come in, and the line knows how many wait and of whom most', async () => {
  const line = new FairLine<string>()
  const entered: string[] = []
  for (const name of ['first', 'many', 'many', 'one']) line.join(name, () => entered.push(name))
  expect([line.length, line.longest]).toEqual([3, 'many'])
  line.leave('many')
  line.leave('nobody')
  expect([line.length, line.longest]).toEqual([1, 'one'])
  while (line.length > 0) await new Promise(setImmediate)
  expect(entered).toEqual(['first', 'one'])
  expect(line.longest).toBeUndefined()
})
