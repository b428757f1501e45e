import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decode, defaultLimits, type Limits, Malformed } from '../jsonrpc/index.js'
import { Arrivals } from './framing.js'
import { lineFraming } from './line-framing.js'

const read = (chunks: readonly Uint8Array[], limits: Partial<Limits> = {}): unknown[] => {
  const { reader } = lineFraming({ ...defaultLimits, ...limits })
  const arrivals = new Arrivals()
  for (const chunk of chunks) reader.push(chunk, arrivals)
  reader.end(arrivals)
  expect(arrivals.sizes).toHaveLength(arrivals.messages.length)
  return arrivals.messages
}

const bytes = (text: string): Uint8Array => Buffer.from(text)

const cut = (whole: Uint8Array, places: readonly number[]): Uint8Array[] => {
  const sorted = [...places, whole.length].sort((a, b) => a - b)
  return sorted.map((end, index) => whole.subarray(sorted[index - 1] ?? 0, end))
}

test('one message per line, with or without a carriage return, blank lines between, and no newline at the end', () => {
  expect(read([bytes('{"a":1}\n\r\n\n{"a":2}\r\n\n\n[3]\n"4"')])).toEqual([{ a: 1 }, { a: 2 }, [3], '4'])
})

test('it does not matter where the chunks are cut, not even inside a character', () => {
  const whole = bytes('{"a":"\u00e9\u20ac\u{1f600}"}\r\n\n{"b":"\u{1f600}"}\n')
  for (let one = 0; one <= whole.length; one++)
    for (let other = one; other <= whole.length; other++)
      expect(read(cut(whole, [one, other]))).toEqual([{ a: '\u00e9\u20ac\u{1f600}' }, { b: '\u{1f600}' }])
})

test('any messages in any chunks come out as they went in', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue(), { maxLength: 8 }), fc.array(fc.nat(400)), (values, places) => {
      const whole = bytes(values.map(value => `${JSON.stringify(value)}\n`).join(''))
      const kept = places.filter(place => place < whole.length)
      expect(read(cut(whole, kept))).toEqual(
        values.map(value => decode(JSON.stringify(value), defaultLimits)),
      )
    }),
  )
})

test('bytes that are not UTF-8 cost their own line only', () => {
  const bad = Buffer.concat([bytes('{"a":1}\n{"b":"'), Buffer.of(0xc3, 0x28), bytes('"}\n{"c":3}\n')])
  const expected = [{ a: 1 }, new Malformed('not_utf8', 'the bytes are not valid UTF-8'), { c: 3 }]
  expect(read([bad])).toEqual(expected)
  expect(read(cut(bad, [9, 15, 20]))).toEqual(expected)
})

test('a byte order mark is refused', () => {
  expect(read([Buffer.concat([Buffer.of(0xef, 0xbb, 0xbf), bytes('{"a":1}\n')])])).toMatchObject([
    { reason: 'parse_error' },
  ])
})

test('a line that is too long is told once, discarded up to its newline, and the next one is read', () => {
  const whole = bytes(`"${'x'.repeat(5_000)}"\n{"a":1}\n`)
  for (const size of [1, 7, 64, 1_000, whole.length]) {
    const chunks = cut(
      whole,
      Array.from({ length: Math.floor(whole.length / size) }, (_, index) => (index + 1) * size),
    )
    expect(read(chunks, { messageBytes: 1_000 })).toMatchObject([{ reason: 'too_large' }, { a: 1 }])
  }
})

test('the limit is checked while reading: what is too long is told before its end has come', () => {
  const { reader } = lineFraming({ ...defaultLimits, messageBytes: 1_000 })
  const arrivals = new Arrivals()
  reader.push(bytes('x'.repeat(1_001)), arrivals)
  expect(arrivals.messages).toMatchObject([{ reason: 'too_large' }])
})

test('a line of exactly the limit is read, wherever it is cut', () => {
  const whole = bytes(`"${'x'.repeat(998)}"\n`)
  for (const places of [[], [1], [500], [1_000], [999, 1_000]])
    expect(read(cut(whole, places), { messageBytes: 1_000 })).toEqual(['x'.repeat(998)])
})

test('reading is linear: a long line in tiny chunks costs no more per byte than a short one', () => {
  const piece = new Uint8Array(64).fill(120)
  const spend = (pieces: number): number => {
    const { reader } = lineFraming(defaultLimits)
    const arrivals = new Arrivals()
    const started = performance.now()
    for (let index = 0; index < pieces; index++) reader.push(piece, arrivals)
    return performance.now() - started
  }
  const least = (pieces: number): number => Math.min(spend(pieces), spend(pieces), spend(pieces))
  expect(least(16_000)).toBeLessThan(Math.max(least(1_600), 1) * 40)
})
