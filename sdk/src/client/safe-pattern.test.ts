import { expect, test } from 'vitest'
import { matches } from './safe-pattern.js'

test('ordinary patterns are matched', () => {
  expect(matches('^[a-z]+-\\d{2,4}$', 'ab-123')).toBe(true)
  expect(matches('^[a-z]+-\\d{2,4}$', 'ab-1')).toBe(false)
  expect(matches('^(?:ab)+$', 'abab')).toBe(true)
  expect(matches('^(yes|no)$', 'maybe')).toBe(false)
  expect(matches('^[(*+?|)]$', '*')).toBe(true)
  expect(matches('^\\p{L}+$', 'äé')).toBe(true)
  expect(matches('b', 'abc')).toBe(true)
})

test.each([
  // Short enough to come to an end when it is tried after all.
  ['(a+)+$', 'a'.repeat(24)],
  ['(a|a)*$', 'a'.repeat(60)],
  ['((a?))+$', 'a'.repeat(60)],
  ['(?:a|aa){20,40}$', 'a'.repeat(60)],
  [`${'a?'.repeat(40)}${'a'.repeat(40)}$`, 'a'.repeat(40)],
  [`${'(a|aa)'.repeat(40)}$`, 'a'.repeat(60)],
  ['a*a*a*a*b', 'a'.repeat(2_000)],
  ['(a*)\\1b', 'a'.repeat(60)],
  ['(?=(a+))a*b', 'a'.repeat(60)],
  ['a'.repeat(600), 'a'],
  ['(', 'a'],
])('the pattern %s is not tried', (pattern, text) => {
  const started = performance.now()
  expect(matches(pattern, `${text}!`)).toBeUndefined()
  expect(performance.now() - started).toBeLessThan(200)
})
