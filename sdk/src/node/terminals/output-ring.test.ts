import fc from 'fast-check'
import { expect, test } from 'vitest'
import { OutputRing, toByteLimit } from './output-ring.js'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

test('the limit is what was asked for, a megabyte otherwise, and ten at most', () => {
  expect(toByteLimit(undefined)).toBe(1_048_576)
  expect(toByteLimit(null)).toBe(1_048_576)
  expect(toByteLimit(0)).toBe(0)
  expect(toByteLimit(5)).toBe(5)
  expect(toByteLimit(2 ** 40)).toBe(10_485_760)
})

test('a limit that is no whole number from zero on is an error of the parameters', () => {
  for (const limit of [-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 60])
    expect(() => toByteLimit(limit)).toThrow(expect.objectContaining({ code: -32602 }))
})

test('what fits is kept whole, and nothing is said to be missing', () => {
  const ring = new OutputRing(6)
  ring.append(bytesOf('abc'))
  ring.append(bytesOf('def'))
  expect(ring.read()).toEqual({ text: 'abcdef', isTruncated: false })
})

test('what does not fit pushes out the oldest, by whole characters', () => {
  const ring = new OutputRing(6)
  ring.append(bytesOf('€€'))
  ring.append(bytesOf('a'))
  expect(ring.read()).toEqual({ text: '€a', isTruncated: true })
  ring.append(bytesOf('0123456789'))
  expect(ring.read()).toEqual({ text: '456789', isTruncated: true })
})

test('a ring of nothing keeps nothing, and says so', () => {
  const ring = new OutputRing(0)
  expect(ring.read()).toEqual({ text: '', isTruncated: false })
  ring.append(bytesOf('a'))
  expect(ring.read()).toEqual({ text: '', isTruncated: true })
})

test('bytes that are no text do not make the text longer than the limit', () => {
  const ring = new OutputRing(10)
  ring.append(new Uint8Array(9).fill(0xff))
  expect(ring.read()).toEqual({ text: '\ufffd'.repeat(3), isTruncated: true })
})

test('the mark of a byte order is kept', () => {
  const ring = new OutputRing(10)
  ring.append(bytesOf('\ufeffa'))
  expect(ring.read().text).toBe('\ufeffa')
})

test('whatever comes in whatever pieces: the longest end of it that fits, in whole characters', () => {
  const characters = fc.constantFrom('a', 'é', '€', '😀', '\n')
  const pieces = fc.array(fc.array(characters, { maxLength: 30 }).map(list => list.join('')))
  fc.assert(
    fc.property(pieces, fc.nat(64), (texts, limit) => {
      const ring = new OutputRing(limit)
      for (const text of texts) ring.append(bytesOf(text))
      const all = [...texts.join('')]
      while (bytesOf(all.join('')).length > limit) all.shift()
      const isTruncated = bytesOf(texts.join('')).length > limit
      expect(ring.read()).toEqual({ text: all.join(''), isTruncated })
    }),
  )
})

test('a ring that is trimmed keeps the last, takes no more memory than that, and goes on within it', () => {
  const ring = new OutputRing(100_000)
  ring.append(new TextEncoder().encode(`${'x'.repeat(120_000)}the €nd`))
  ring.trim(6)
  expect(ring.byteSize).toBe(6)
  expect(ring.read()).toEqual({ text: ' €nd', isTruncated: true })
  ring.append(new TextEncoder().encode('12'))
  expect(ring.read()).toEqual({ text: 'nd12', isTruncated: true })
  ring.trim(50)
  expect(ring.byteSize).toBe(6)
  const small = new OutputRing(100)
  small.append(new TextEncoder().encode('all'))
  small.trim(10)
  expect(small.read()).toEqual({ text: 'all', isTruncated: false })
})
