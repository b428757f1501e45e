import { expect, test } from 'vitest'
import { timeAgo } from './relative-time.js'

const now = new Date(2026, 5, 15, 12).getTime()
const minutes = (count: number): number => count * 60_000

test.each([
  [-5, 'just now'],
  [0.9, 'just now'],
  [1, '1 min ago'],
  [59.9, '59 min ago'],
  [60, '1 h ago'],
  [60 * 23.9, '23 h ago'],
  [60 * 24, 'yesterday'],
  [60 * 48, '2 days ago'],
  [60 * 24 * 6.9, '6 days ago'],
  [60 * 24 * 30, '16 May'],
  [60 * 24 * 365, '15 Jun 2025'],
])('%d minutes are %s', (passed, words) => {
  expect(timeAgo(now - minutes(passed), now)).toBe(words)
})
