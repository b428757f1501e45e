import { expect, test } from 'vitest'
import { readIgnoreLines } from './ignore-lines.js'

test.each([
  ['dist', 'a/dist/', true],
  ['dist/', 'dist', undefined],
  ['dist/', 'dist/', true],
  ['/dist', 'a/dist/', undefined],
  ['*.log', 'a/b.log', true],
  ['a/*.log', 'a/b.log', true],
  ['a/*.log', 'a/b/c.log', undefined],
  ['a/**/c', 'a/b/b/c', true],
  ['?.js', 'a.js', true],
  ['?.js', 'ab.js', undefined],
  ['# a', '# a', undefined],
  ['*.log\n!keep.log', 'keep.log', false],
  ['', 'a', undefined],
])('the lines %j say of %j that it is ignored: %j', (lines, path, expected) => {
  const isFolder = path.endsWith('/')
  expect(readIgnoreLines(lines)(path.replace(/\/$/, ''), isFolder)).toBe(expected)
})

test('lines that were written to take long are not all compared', () => {
  const long = `*${'a'.repeat(122)}b\n`
  expect(readIgnoreLines(`a*\n${long}`)('a'.repeat(255), false)).toBe(true)
  // The last line comes first: what stands before so many of these is not got to.
  expect(readIgnoreLines(`a*\n${long.repeat(500)}`)('a'.repeat(255), false)).toBeUndefined()
})

test('a pattern that was written to take for ever takes a moment', () => {
  const rules = readIgnoreLines(`${'*a'.repeat(200)}b`)
  const begun = performance.now()
  expect(rules('a'.repeat(255), false)).toBeUndefined()
  expect(performance.now() - begun).toBeLessThan(2_000)
})
