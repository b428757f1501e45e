import fc from 'fast-check'
import { expect, test } from 'vitest'
import { charactersOf, cutToWidth, widthOf, widthOfCharacter } from './width.js'

test.each([
  ['plain text', 10],
  ['', 0],
  ['漢字', 4],
  ['ｗｉｄｅ', 8],
  ['e\u0301', 1],
  ['👍🏽', 2],
  ['👩‍💻', 2],
  ['❤', 1],
  ['❤️', 2],
  ['🇩🇪', 2],
  ['한', 2],
  ['\u1112\u1161\u11ab', 2],
  ['क्ष', 2],
  ['✓ ◐ ⊘ ▸ − …', 11],
  ['\u200b', 0],
])('%j takes %i columns', (text, width) => {
  expect(widthOf(text)).toBe(width)
})

test('characters are what people count', () => {
  expect(charactersOf('ae\u0301👩‍💻')).toEqual(['a', 'e\u0301', '👩‍💻'])
})

test('a text is cut between characters, and never wider than there is room', () => {
  expect(cutToWidth('漢字', 3)).toBe('漢')
  expect(cutToWidth('abc', 2)).toBe('ab')
  expect(cutToWidth('abc', -1)).toBe('')
  expect(cutToWidth('a👩‍💻b', 2)).toBe('a')
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(20), (text, columns) => {
      const cut = cutToWidth(text, columns)
      expect(text.startsWith(cut)).toBe(true)
      expect(widthOf(cut)).toBeLessThanOrEqual(columns)
    }),
  )
})

test('a text is as wide as its characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), text => {
      const sum = charactersOf(text).reduce((all, character) => all + widthOfCharacter(character), 0)
      expect(widthOf(text)).toBe(sum)
    }),
  )
})

test('letters that are not looked at one by one take a column each, whatever stands beside them', () => {
  const beside = ['', '\u0301', '\ufe0f', '👩']
  const segmenter = new Intl.Segmenter()
  const wrong: string[] = []
  for (let code = 0x20; code < 0x3000; code++)
    for (const other of beside) {
      const text = String.fromCharCode(code) + other
      const characters = [...segmenter.segment(text)].map(({ segment }) => segment)
      const width = characters.reduce((sum, each) => sum + widthOfCharacter(each), 0)
      if (widthOf(text) !== width || charactersOf(text).length !== characters.length)
        wrong.push(code.toString(16))
    }
  expect(wrong).toEqual([])
})
