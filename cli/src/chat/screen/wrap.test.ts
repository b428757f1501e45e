import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Line, lineOf, span, textOfLine, widthOfLine } from './line.js'
import { breakLine, wrapLine } from './wrap.js'

const wrapped = (line: Line | string, columns: number, options = {}): readonly string[] =>
  wrapLine(typeof line === 'string' ? lineOf(line) : line, columns, options).map(textOfLine)

test('lines break between words, and what would begin or end with blanks does not', () => {
  expect(wrapped('one two three', 8)).toEqual(['one two', 'three'])
  expect(wrapped('one   two', 5)).toEqual(['one', 'two'])
  expect(wrapped('  indented text', 10)).toEqual(['  indented', 'text'])
  expect(wrapped('end   ', 10)).toEqual(['end'])
  expect(wrapped('', 10)).toEqual([''])
})

test('a word that is too long breaks inside, and never inside of a character', () => {
  expect(wrapped('abcdefgh', 3)).toEqual(['abc', 'def', 'gh'])
  expect(wrapped('漢字漢', 5)).toEqual(['漢字', '漢'])
  expect(wrapped('a abcdefgh b', 4)).toEqual(['a', 'abcd', 'efgh', 'b'])
  expect(wrapped('漢字', 1)).toEqual(['漢', '字'])
})

test('a word over several pieces is one word, and keeps its styles', () => {
  const line = [span('aa bb', 'strong'), span('cc', 'bad'), span(' d')]
  const strong = { role: 'strong' }
  expect(wrapLine(line, 5)).toEqual([
    [{ text: 'aa ', style: strong }],
    [
      { text: 'bb', style: strong },
      { text: 'cc', style: { role: 'bad' } },
    ],
    [{ text: 'd' }],
  ])
})

test('what stands before lines is counted, also where it grows wider below', () => {
  const options = { first: [span('- ')], rest: [span('      ')] }
  expect(wrapped('abcdefghijklmnopqr', 10, options)).toEqual([
    '- abcdefgh',
    '      ijkl',
    '      mnop',
    '      qr',
  ])
  expect(wrapped('one two three', 10, { first: [span('• ')], rest: [span('  ')] })).toEqual([
    '• one two',
    '  three',
  ])
})

test('what is no prose breaks where a line is full, and keeps its blanks', () => {
  const broken = (text: string, columns: number, options = {}): readonly string[] =>
    breakLine(lineOf(text), columns, options).map(textOfLine)
  expect(broken('ab  cd  ef', 4)).toEqual(['ab', 'cd', 'ef'])
  expect(broken('a    b c', 3)).toEqual(['a', '  b', ' c'])
  expect(broken('abcdef', 4, { first: [span('1 ')], rest: [span('> ')] })).toEqual(['1 ab', '> cd', '> ef'])
  expect(broken('', 4)).toEqual([''])
})

test('nothing is lost, and no line is too wide', () => {
  const piece = fc.record({
    text: fc.string({ unit: fc.constantFrom('a', ' ', '漢', 'e\u0301', '👩‍💻', '-') }),
  })
  fc.assert(
    fc.property(
      fc.array(piece),
      fc.integer({ min: 2, max: 20 }),
      fc.tuple(fc.nat(4), fc.boolean()),
      (line, columns, [indent, isProse]) => {
        const options = { first: [span('>')], rest: [span(' '.repeat(indent))] }
        const lines = isProse ? wrapLine(line, columns + 5, options) : breakLine(line, columns + 5, options)
        for (const one of lines) expect(widthOfLine(one)).toBeLessThanOrEqual(columns + 5)
        const all = lines.map(textOfLine).join('').replaceAll(' ', '').replace('>', '')
        expect(all).toBe(textOfLine(line).replaceAll(' ', ''))
      },
    ),
  )
})

test('a line of a megabyte is wrapped in bounded time', () => {
  const start = performance.now()
  expect(wrapped('x'.repeat(1_000_000), 80)).toHaveLength(12_500)
  expect(wrapped('word '.repeat(200_000), 80).length).toBe(12_500)
  expect(performance.now() - start).toBeLessThan(3_000)
})
