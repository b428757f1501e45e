import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boundedLine, cutBytes, cutCharacters, linesWithin, lineWithin } from './bound.js'

const bytes = (text: string): number => new TextEncoder().encode(text).length

test('what fits is left whole', () => {
  expect(cutCharacters('abcd', 4)).toBe('abcd')
  expect(cutBytes('aéb', 4)).toBe('aéb')
  expect(boundedLine('abcd', 4)).toBe('abcd')
})

test('what does not fit is cut, and says so', () => {
  expect(cutCharacters('abcde', 4)).toBe('abc…')
  expect(cutBytes('abcdef', 5)).toBe('ab…')
  expect(boundedLine('abcde', 4)).toBe('abc…')
})

test('a text is cut at whole characters', () => {
  expect(cutCharacters('ab😀cd', 4)).toBe('ab…')
  expect(cutCharacters('ab😀cd', 5)).toBe('ab😀…')
  expect(cutBytes('é'.repeat(10), 13)).toBe(`${'é'.repeat(5)}…`)
  expect(cutBytes('😀'.repeat(5_000), 4_096)).toBe(`${'😀'.repeat(1_023)}…`)
  expect(boundedLine('ab😀cd', 4)).toBe('ab…')
})

test('no room is no text', () => {
  expect(cutCharacters('abc', 0)).toBe('')
  expect(cutCharacters('abc', 1)).toBe('…')
  expect(cutBytes('abc', 2)).toBe('')
  expect(cutBytes('abcd', 3)).toBe('…')
  expect(boundedLine('abc', 0)).toBe('')
})

test('bounded text is fit to be shown', () => {
  expect(boundedLine('a\u001b[31mb\nc', 100)).toBe('a·b·c')
  expect(lineWithin('two\nlines\u009b1mbold\u{e0041}', 100)).toBe('two·lines·bold·')
  expect(lineWithin('two\nlines', 8)).toBe('two·…')
  expect(linesWithin('\u001b[31mred\u001b[0m \u001b]8;;http://x\u0007link\n\u202eback\u200b', 100)).toBe(
    '·red· ·link\n·back·',
  )
  expect(linesWithin('a\u001b]b\nvisible', 10)).toBe('a·\nvis…')
})

test('a sequence that the cut leaves open does not hide that there is more', () => {
  expect(boundedLine(`a\u001b]0;${'x'.repeat(500)}\u0007b`, 100)).toBe('a·…')
})

test('of a text without end only the beginning is looked at', () => {
  const endless = '\u202ea'.repeat(10_000_000)
  const start = performance.now()
  for (let count = 0; count < 1_000; count++) expect(boundedLine(endless, 256)).toHaveLength(256)
  expect(performance.now() - start).toBeLessThan(5_000)
})

test('no text is ever longer than it may be, nor has half a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat({ max: 20 }), (text, most) => {
      for (const cut of [cutCharacters(text, most), boundedLine(text, most)]) {
        expect(cut.length).toBeLessThanOrEqual(most)
        expect(cut).not.toMatch(/\p{Surrogate}/u)
      }
      for (const cut of [cutBytes(text, most), lineWithin(text, most), linesWithin(text, most)]) {
        expect(bytes(cut)).toBeLessThanOrEqual(most)
        expect(cut).not.toMatch(/\p{Surrogate}/u)
      }
    }),
  )
})
