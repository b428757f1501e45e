import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mentionedIn, piecesOf, toMention } from './mention.js'

test('only files that were picked are mentions: other words behind the sign are words', () => {
  expect(mentionedIn('use @types/node in @src/a.ts', ['src/a.ts'])).toEqual(['src/a.ts'])
  expect(mentionedIn('mail ada@src/a.ts', ['src/a.ts'])).toEqual([])
})

test('what ends a sentence is no part of a name', () => {
  expect(piecesOf('see @src/a.ts, and @b.ts.', ['src/a.ts', 'b.ts'])).toEqual([
    { text: 'see ' },
    { text: '@src/a.ts', path: 'src/a.ts' },
    { text: ', and ' },
    { text: '@b.ts', path: 'b.ts' },
    { text: '.' },
  ])
})

test('a file that is mentioned twice goes along once', () => {
  expect(mentionedIn('@b @a @b', ['a', 'b'])).toEqual(['b', 'a'])
})

test.each(['a b', 'back\\ slash', 'quo"te', '"', '\\', 'end.', 'a:b)', "it's"])(
  '%s is read again as it was written',
  path => {
    expect(mentionedIn(`see ${toMention(path)} there`, [path])).toEqual([path])
  },
)

test('every path is read again as it was written, and the pieces are the text', () => {
  const path = fc.string({ unit: 'grapheme', minLength: 1 }).filter(text => !/[\n\r\u2028\u2029]/.test(text))
  fc.assert(
    fc.property(path, fc.string(), (file, rest) => {
      const text = `look ${toMention(file)} ${rest}`
      const pieces = piecesOf(text, [file])
      expect(pieces.map(piece => piece.text).join('')).toBe(text)
      expect(pieces[1]).toEqual({ text: toMention(file), path: file })
    }),
  )
})
