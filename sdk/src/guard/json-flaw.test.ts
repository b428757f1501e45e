import fc from 'fast-check'
import { expect, test } from 'vitest'
import { atLeast } from '../runs.fixture.js'
import { findJsonFlaw } from './json-flaw.js'

test.each([
  ['[1,]', '"]" on line 1, column 4, where a value should stand'],
  ['{"a":1 "b"}', '"\\"" on line 1, column 8, where a comma or the end should stand'],
  ['{\n  "a" 1}', '"1" on line 2, column 7, where a colon should stand'],
  ['{a:1}', '"a" on line 1, column 2, where a key in quotes or } should stand'],
  ['[', 'the end on line 1, column 2, where a value or ] should stand'],
  ['[1', 'the end on line 1, column 3, where a comma or the end should stand'],
  ['[1}', '"}" on line 1, column 3, where a comma or the end should stand'],
  ['{"a":"b\n"}', 'a text that is not ended or not escaped on line 1, column 6'],
  ['["\\x"]', 'a text that is not ended or not escaped on line 1, column 2'],
  ['{} {}', '"{" on line 1, column 4, where a comma or the end should stand'],
  ['01', '"1" on line 1, column 2, where a comma or the end should stand'],
  ['{]', '"]" on line 1, column 2, where a key in quotes or } should stand'],
])('%j stops being JSON at %s', (text, flaw) => {
  expect(findJsonFlaw(text)).toBe(flaw)
})

test('a text has a flaw exactly when the parser refuses it', () => {
  const pieces = fc.constantFrom(
    ...'{}[],:"\\ \n',
    '"a"',
    '1',
    '-',
    '0',
    '1.5e3',
    'true',
    'nul',
    '\u0001',
    '\u0085',
  )
  const texts = fc.oneof(
    fc.json(),
    fc.array(pieces, { maxLength: 12 }).map(parts => parts.join('')),
  )
  const isRefused = (text: string): boolean => {
    try {
      JSON.parse(text)
      return false
    } catch {
      return true
    }
  }
  fc.assert(
    fc.property(texts, text => {
      expect(findJsonFlaw(text) !== undefined).toBe(isRefused(text))
    }),
    { numRuns: atLeast(3_000) },
  )
})
