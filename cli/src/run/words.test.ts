import fc from 'fast-check'
import { expect, test } from 'vitest'
import { quoteWord, splitWords } from './words.js'

test('a command line is cut at blanks, and quotes hold together', () => {
  expect(splitWords(`npm  test -- "two words" 'it is' a\\ b ''`)).toEqual([
    'npm',
    'test',
    '--',
    'two words',
    'it is',
    'a b',
    '',
  ])
  expect(splitWords('"a \\" b"')).toEqual(['a " b'])
  expect(splitWords('  ')).toEqual([])
})

test('a quote that is left open is no command line', () => {
  for (const text of ['"open', "it's", 'end\\']) expect(splitWords(text)).toBe(undefined)
})

test('what was quoted is cut into the same words again', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), words => {
      expect(splitWords(words.map(quoteWord).join(' '))).toEqual(words.map(String))
    }),
  )
})
