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

test('many lines that were written to take long take no longer than honest ones do', () => {
  const rules = readIgnoreLines(`last\n${`*${'a'.repeat(122)}b\n`.repeat(500)}`)
  const begun = performance.now()
  for (let times = 0; times < 200; times++) expect(rules('a'.repeat(255), false)).toBeUndefined()
  // Without a bound it is about ten seconds.
  expect(performance.now() - begun).toBeLessThan(2_000)
})

test('a pattern that was written to take for ever takes a moment', () => {
  const rules = readIgnoreLines(`${'*a'.repeat(200)}b`)
  const begun = performance.now()
  expect(rules('a'.repeat(255), false)).toBeUndefined()
  expect(performance.now() - begun).toBeLessThan(2_000)
})
