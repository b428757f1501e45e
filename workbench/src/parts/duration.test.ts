import { expect, test } from 'vitest'
import { toDuration } from './duration.js'

test.each([
  [0, '< 0.1 s'],
  [-5, '< 0.1 s'],
  [50, '0.1 s'],
  [420, '0.4 s'],
  [9_949, '9.9 s'],
  [9_960, '10 s'],
  [59_499, '59 s'],
  [59_500, '1 min 00 s'],
  [185_000, '3 min 05 s'],
  [7_800_000, '2 h 10 min'],
  [7_199_999, '2 h 00 min'],
])('%d milliseconds are %s', (span, words) => {
  expect(toDuration(span)).toBe(words)
})
