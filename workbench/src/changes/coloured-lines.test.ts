import fc from 'fast-check'
import { expect, test } from 'vitest'
import { languageOf, overlay, toColouredLines } from './coloured-lines.js'

test('colours are cut at line breaks, and what is inside another has its own', () => {
  const pieces = [
    { scope: 'comment', pieces: ['/* one\r\ntwo ', { scope: 'doctag', pieces: ['@tag'] }, ' */'] },
    '\nx',
  ]
  expect(toColouredLines(pieces)).toEqual([
    [{ text: '/* one', scope: 'comment' }],
    [
      { text: 'two ', scope: 'comment' },
      { text: '@tag', scope: 'doctag' },
      { text: ' */', scope: 'comment' },
    ],
    [{ text: 'x', scope: undefined }],
  ])
})

const texts = fc.array(fc.string({ minLength: 1, maxLength: 5 }), { maxLength: 6 })

test('laid over each other, colours and words are still the same text', () => {
  fc.assert(
    fc.property(texts, fc.nat(30), (parts, cut) => {
      const text = parts.join('')
      const spans = parts.map((part, index) => ({ text: part, scope: `s${index}` }))
      const words = [
        { text: text.slice(0, cut), isChanged: true },
        { text: text.slice(cut), isChanged: false },
      ]
      const laid = overlay(spans, words) ?? []
      expect(laid.map(span => span.text).join('')).toBe(text)
      expect(
        laid
          .filter(({ isChanged }) => isChanged)
          .map(span => span.text)
          .join(''),
      ).toBe(text.slice(0, cut))
    }),
  )
})

test('colours of another text are none', () => {
  const words = [{ text: 'longer', isChanged: true }]
  expect(overlay([{ text: 'long', scope: 'x' }], words)).toEqual(words)
  expect(overlay(undefined, words)).toBe(words)
})

test('a language is known by the end of a name', () => {
  expect(['/a.ts', '/b.PY', '/c', '/d.constructor'].map(languageOf)).toEqual(['ts', 'python', '', ''])
})
