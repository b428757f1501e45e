import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareTexts } from './comparison.js'
import { applySplices, invertSplices } from './splice.js'
import { cutStretches, stretchesOf } from './stretches.js'
import { seenPieces } from './unseen.js'
import { emphasisOf } from './words.js'

const line = fc.constantFrom('a\n', 'b\n', 'c\n', 'a\r\n', 'b\r\n', '\n', '\r\n')
const text = fc
  .tuple(fc.array(line, { maxLength: 14 }), fc.constantFrom('', 'a', 'end', '\r'))
  .map(([lines, last]) => lines.join('') + last)

test('both texts are in the rows of a comparison, to the last byte', () => {
  fc.assert(
    fc.property(text, text, (old, now) => {
      const { rows } = compareTexts(old, now)
      const without = (change: string) =>
        rows
          .filter(row => row.change !== change)
          .map(row => row.line)
          .join('')
      expect([without('added'), without('removed')]).toEqual([old, now])
    }),
  )
})

test('rejecting all hunks at once gives the old text, and taking that back the new one', () => {
  fc.assert(
    fc.property(text, text, (old, now) => {
      const rejections = compareTexts(old, now).hunks.map(({ rejection }) => rejection)
      expect(applySplices(now, rejections)).toBe(old)
      expect(applySplices(old, invertSplices(rejections))).toBe(now)
    }),
  )
})

test('rejecting some hunks changes nothing of the others, in whatever order they are rejected', () => {
  fc.assert(
    fc.property(text, text, fc.infiniteStream(fc.boolean()), (old, now, stream) => {
      const { rows, hunks } = compareTexts(old, now)
      const chosen = hunks.filter(() => stream.next().value)
      const expected = rows.filter((row, index) => {
        const isRejected = chosen.some(({ from, to }) => index >= from && index < to)
        return row.change === 'same' || (row.change === 'removed') === isRejected
      })
      const wanted = expected.map(row => row.line).join('')
      expect(
        applySplices(
          now,
          chosen.map(({ rejection }) => rejection),
        ),
      ).toBe(wanted)
      const fromTheEnd = [...chosen].reverse()
      const oneByOne = fromTheEnd.reduce(
        (made, { rejection }) => applySplices(made, [rejection]) ?? 'lost',
        now,
      )
      expect(oneByOne).toBe(wanted)
    }),
  )
})

test('a splice is refused where other lines stand', () => {
  expect(applySplices('a\nb\n', [{ at: 1, was: ['c\n'], now: [] }])).toBeUndefined()
  expect(applySplices('a\n', [{ at: 3, was: [], now: ['x\n'] }])).toBeUndefined()
  expect(applySplices('a\nb\n', [{ at: 1, was: ['b\n'], now: ['x\r\n'] }])).toBe('a\nx\r\n')
})

test('texts that differ too much are compared as a whole', () => {
  const many = (word: string) => Array.from({ length: 6_000 }, (_, index) => `${word} ${index}\n`).join('')
  const { isCoarse, hunks, added, removed } = compareTexts(
    `first\n${many('a')}last\n`,
    `first\n${many('b')}last\n`,
  )
  expect({ isCoarse, hunks: hunks.length, added, removed }).toEqual({
    ...{ isCoarse: true, hunks: 1, added: 6_000, removed: 6_000 },
  })
})

test('a hunk keeps its key when lines are added above it, and equal hunks have different ones', () => {
  const keys = (old: string, now: string) => compareTexts(old, now).hunks.map(({ key }) => key)
  const [one, other] = keys('a\nx\nb\nx\nc\n', 'a\ny\nb\ny\nc\n')
  expect(one).not.toBe(other)
  expect(keys('0\na\nx\nb\nx\nc\n', '0\na\ny\nb\ny\nc\n')).toEqual([one, other])
})

test('three rows stand around a hunk, and what lies between is a gap that can be opened', () => {
  const numbers = Array.from({ length: 30 }, (_, index) => `${index}\n`)
  const comparison = compareTexts(numbers.join(''), numbers.with(15, 'new\n').join(''))
  expect(stretchesOf(comparison)).toEqual([
    { is: 'gap', from: 0, to: 12 },
    { is: 'rows', from: 12, to: 20 },
    { is: 'gap', from: 20, to: 31 },
  ])
  expect(stretchesOf(comparison, { opened: new Set([0]) })).toEqual([
    { is: 'rows', from: 0, to: 20 },
    { is: 'gap', from: 20, to: 31 },
  ])
  expect(stretchesOf(comparison, { needed: [25] })).toMatchObject([
    { is: 'gap' },
    { is: 'rows', from: 12, to: 31 },
  ])
})

test('what is cut off is counted', () => {
  const stretches = [
    { is: 'rows', from: 0, to: 10 },
    { is: 'gap', from: 10, to: 50 },
    { is: 'rows', from: 50, to: 60 },
  ] as const
  expect(cutStretches(stretches, 14)).toEqual({
    kept: [stretches[0], stretches[1], { is: 'rows', from: 50, to: 54 }],
    hidden: 6,
  })
  expect(cutStretches(stretches, 100)).toEqual({ kept: stretches, hidden: 0 })
})

test('words are emphasised in lines that are alike, and not in others', () => {
  const { rows } = compareTexts('const total = price\n', 'const total = price * count\n')
  expect([...emphasisOf(rows).values()].map(words => words.filter(({ isChanged }) => isChanged))).toEqual([
    [],
    [{ text: ' * count', isChanged: true }],
  ])
  expect(emphasisOf(compareTexts('one two\n', 'completely else\n').rows).size).toBe(0)
})

test('what cannot be seen is named, and pictures made of several characters stay whole', () => {
  expect(seenPieces('a\u202eb\u200bc')).toEqual([
    { text: 'a' },
    { text: '\u202e', name: 'U+202E' },
    { text: 'b' },
    { text: '\u200b', name: 'U+200B' },
    { text: 'c' },
  ])
  const family = '\u{1f468}\u200d\u{1f469}'
  expect(seenPieces(family)).toEqual([{ text: family }])
})
