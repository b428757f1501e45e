import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clean, cleanLine } from './clean.js'

test.each([
  ['colours', '\u001b[31mred\u001b[0m', 'red'],
  ['moves', 'a\u001b[2J\u001b[1;1Hb', 'ab'],
  ['titles', '\u001b]0;title\u0007a\u001b]0;title\u001b\\b', 'ab'],
  ['links', '\u001b]8;;http://x\u001b\\text\u001b]8;;\u001b\\', 'text'],
  ['short forms', '\u009b31mred\u009d0;t\u0007\u0090q\u009cx', 'redx'],
  ['character sets', '\u001b(Ba\u001bcb', 'ab'],
  ['other control characters', 'a\u0000\b\u007fb', 'ab'],
  ['turned writing', 'a\u202e\u202db\u2066c\u200f', 'a·b·c'],
  ['words that nobody sees', 'a\u{e0041}\u{e007f}b', 'a·b'],
  ['characters without width', '\ufeffa\u200bb\u200cc\u200dd\u2060e👩\u200d', 'abcde👩'],
  ['halves of characters', 'a\ud800b', 'ab'],
  ['line breaks of all sorts', 'a\r\nb\rc\u2028d\u0085e', 'a\nb\nc\nd\ne'],
])('%s are not let through', (_, dirty, fit) => {
  expect(clean(dirty)).toBe(fit)
})

test('a sequence that does not end swallows nothing of the next line', () => {
  expect(clean('a\u001b]0;never ends\nb')).toBe('a\nb')
  expect(clean('a\u001b[31\nb')).toBe('a\nb')
  expect(clean('a\u001b')).toBe('a')
})

test('ordinary text is left alone', () => {
  const ordinary = 'tab\t, line\n, 日本語, 👩‍👩‍👧, naïve'
  expect(clean(ordinary)).toBe(ordinary)
  expect(cleanLine(' a\n\tb ')).toBe('a b')
})

test('no text whatsoever leaves a control character behind, and cleaning once is enough', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('\u001b', '\u009b', '[', ']', ';', 'm', '\u0007', '\n', '\\'),
  )
  fc.assert(
    fc.property(fc.array(piece), pieces => {
      const fit = clean(pieces.join(''))
      expect(fit).not.toMatch(/(?![\n\t])[\p{Cc}\p{Cs}]/u)
      expect(clean(fit)).toBe(fit)
    }),
  )
})
