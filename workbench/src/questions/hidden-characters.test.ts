import fc from 'fast-check'
import { expect, test } from 'vitest'
import { visiblePieces } from './hidden-characters.js'

const shown = (text: string): string =>
  visiblePieces(text)
    .map(piece => (piece.mark === undefined ? piece.text : `<${piece.mark}>`))
    .join('')

test.each([
  ['rm -rf a\u202eb', 'rm -rf a<U+202E>b'],
  ['zero\u200bwidth', 'zero<U+200B>width'],
  ['two\rlines', 'two<CR>lines'],
  ['\u001b[31mred', '<ESC>[31mred'],
  ['rm\u00a0-rf', 'rm<NBSP>-rf'],
  ['tag\u{e0041}', 'tag<U+E0041>'],
  ['fill\u3164er \u2800', 'fill<U+3164>er <U+2800>'],
  ['a\ufe0f', 'a<U+FE0F>'],
])('%j is shown as %s', (text, marked) => {
  expect(shown(text)).toBe(marked)
})

test('what can be seen is left alone', () => {
  const text = 'grep -R "naïve" ./src\n\tdone 日本語 é'
  expect(visiblePieces(text)).toEqual([{ text }])
})

const HIDING = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}]/u

test('nothing is lost: the pieces are the text, and only marked ones hide anything', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), text => {
      const pieces = visiblePieces(text)
      expect(pieces.map(piece => piece.text).join('')).toBe(text)
      const unmarked = pieces.filter(({ mark }) => mark === undefined)
      expect(unmarked.filter(piece => HIDING.test(piece.text))).toEqual([])
    }),
  )
})
