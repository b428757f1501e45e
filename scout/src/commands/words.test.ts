import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findFences } from './fence.js'
import { nearestWord } from './near-word.js'
import { QuoteError, quoteWord, splitFirst, splitWords } from './words.js'

const texts = (input: string) => splitWords(input).map(({ text }) => text)

test('words are parted by blanks, and quotes keep them together', () => {
  expect(texts(`  a 'b c'\t"d  e"\nf`)).toEqual(['a', 'b c', 'd  e', 'f'])
})

test('an apostrophe inside a word needs no quotes', () => {
  expect(texts(`don't say it isn't`)).toEqual(["don't", 'say', 'it', "isn't"])
})

test('a backslash stands for the quote behind it, and in double quotes for a line break', () => {
  expect(texts(String.raw`'it\'s' "a\"b" "x\ny" 'x\ny' "tab\t"`)).toEqual([
    "it's",
    'a"b',
    'x\ny',
    'x\\ny',
    'tab\t',
  ])
})

test('an empty quoted text is a word', () => {
  expect(texts(`a '' ""`)).toEqual(['a', '', ''])
})

test('a quote that is never closed is an error that shows where', () => {
  expect(() => splitWords(`a 'b c`)).toThrow(QuoteError)
  expect(() => splitWords(`a 'b c`)).toThrow("'b c")
})

test('the first word is parted from the rest, which stays as it was typed', () => {
  expect(splitFirst(`  'a b'  it's  "so" `)).toEqual({ first: 'a b', rest: `  it's  "so" ` })
})

test('whatever is quoted comes back as one word', () => {
  for (const text of ['a b\\', '\\', 'a\\n b', 'a\\\nb', `'"`]) expect(texts(quoteWord(text))).toEqual([text])
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), text => {
      fc.pre(!/[\v\f\u2028\u2029\u00a0\ufeff]/.test(text))
      expect(texts(quoteWord(text))).toEqual([text])
    }),
  )
})

test('fenced blocks are found behind the head, whatever their marks', () => {
  expect(findFences('a.ts\n```ts\nold\n```\ntalk\n~~~~\nnew\n```\n~~~~')).toEqual({
    head: 'a.ts',
    blocks: ['old', 'new\n```'],
  })
  expect(findFences('a\n````\n```\ninner\n```\n````')?.blocks).toEqual(['```\ninner\n```'])
  expect(findFences('no fence here')).toBeUndefined()
  expect(findFences('a\n```\n```')).toEqual({ head: 'a', blocks: [''] })
  expect(findFences('a\r\n```\r\nx\r\ny\r\n```')).toEqual({ head: 'a', blocks: ['x\ny'] })
})

test('a block that is never closed ends with the text', () => {
  expect(findFences('a\n```\nx\ny')?.blocks).toEqual(['x\ny'])
})

test('the word that was meant is found, and nothing when none is near', () => {
  const words = ['search', 'read', 'edit', 'undo']
  expect(nearestWord('serach', words)).toBe('search')
  expect(nearestWord('sea', words)).toBe('search')
  expect(nearestWord('raed', words)).toBe('read')
  expect(nearestWord('deploy', words)).toBeUndefined()
})
