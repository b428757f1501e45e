import { expect, test } from 'vitest'
import { rarely } from './rarely.js'

test('what goes wrong again and again is told a few times a minute, and what is told is bounded', () => {
  let now = 0
  const told: string[] = []
  const tell = rarely(
    text => told.push(text),
    () => now,
  )
  for (let index = 0; index < 1_000; index++) tell('the same')
  expect(told).toEqual([...Array(4).fill('the same'), 'for the last time within a minute: the same'])
  tell('another')
  expect(told.at(-1)).toBe('another')
  for (let index = 0; index < 1_000; index++) tell(`other ${index}`)
  expect(told.length).toBeLessThan(110)
  now = 60_000
  tell('the same')
  expect(told.at(-1)).toBe('the same')
})
