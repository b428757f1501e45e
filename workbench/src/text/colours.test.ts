import { expect, test } from 'vitest'
import { isColourable } from './colours.js'

test.each([
  ['const total = 0\n', true],
  ['x '.repeat(6_000), true],
  ['x '.repeat(6_001), false],
  ['', false],
  ['a'.repeat(24_000), false],
  [`${'"'.repeat(499)}\n`.repeat(20), false],
])('code that takes long to colour has none: %#', (code, expected) => {
  expect(isColourable(code)).toBe(expected)
})
