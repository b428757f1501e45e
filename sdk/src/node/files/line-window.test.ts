import fc from 'fast-check'
import { expect, test } from 'vitest'
import { demandLines, LineCollector, linesOf } from './line-window.js'

const collect = (
  pieces: readonly string[],
  window: Parameters<typeof demandLines>[0],
): string | undefined => {
  const lines = new LineCollector(demandLines(window))
  for (const piece of pieces) if (!lines.isComplete) lines.take(Buffer.from(piece))
  return lines.text()
}

test('lines are counted from one, and line 0 is taken for the first', () => {
  expect(demandLines({ line: 1 })).toEqual({ skipped: 0, wanted: undefined })
  expect(demandLines({ line: 0, limit: 0 })).toEqual({ skipped: 0, wanted: 0 })
  expect(demandLines({ line: null, limit: null })).toEqual({ skipped: 0, wanted: undefined })
})

test('a line or limit that is negative, broken or no number is refused', () => {
  for (const value of [-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '2', {}])
    for (const name of ['line', 'limit'])
      expect(() => demandLines({ [name]: value })).toThrow(
        expect.objectContaining({ code: -32602, message: `'${name}' is not a whole number from 0 up` }),
      )
})

test('a window keeps the ends of its lines as they are', () => {
  expect(collect(['one\r\ntwo\r\nthree'], { line: 2, limit: 1 })).toBe('two\r\n')
  expect(collect(['one\r\ntwo\r\nthree'], { line: 3, limit: 5 })).toBe('three')
})

test('a window is the same however the text is cut, and the same as of the whole text', () => {
  const text = fc.array(fc.constantFrom('a', '\n', '\r\n', 'ä', '𝄞', 'xyz')).map(parts => parts.join(''))
  const count = fc.option(fc.nat({ max: 12 }), { nil: undefined })
  fc.assert(
    fc.property(
      text,
      fc.tuple(count, count),
      fc.integer({ min: 1, max: 5 }),
      (whole, [line, limit], size) => {
        const lines = new LineCollector(demandLines({ line, limit }))
        const bytes = Buffer.from(whole)
        for (let at = 0; at < bytes.length && !lines.isComplete; at += size)
          lines.take(bytes.subarray(at, at + size))
        expect(lines.text()).toBe(linesOf(whole, demandLines({ line, limit })))
      },
    ),
  )
})

test('a NUL counts in the first 8 KiB and nowhere else', () => {
  const at = (index: number): boolean => {
    const lines = new LineCollector({ skipped: 0, wanted: undefined })
    const bytes = Buffer.alloc(15_000, 'a')
    bytes[index] = 0
    for (let start = 0; start < bytes.length; start += 5_000) lines.take(bytes.subarray(start, start + 5_000))
    return lines.hasNul
  }
  expect([at(0), at(8_191), at(8_192), at(10_001), at(14_999)]).toEqual([true, true, false, false, false])
})

test('what was collected is counted in bytes, and is complete with the last line that is wanted', () => {
  const lines = new LineCollector(demandLines({ line: 2, limit: 1 }))
  lines.take(Buffer.from('one\nt'))
  expect([lines.length, lines.isComplete]).toEqual([1, false])
  lines.take(Buffer.from('wä\nthree\n'))
  expect([lines.length, lines.isComplete]).toEqual([5, true])
  expect(lines.text()).toBe('twä\n')
  expect(new LineCollector(demandLines({ limit: 0 })).isComplete).toBe(true)
})

test('a mark at the beginning is kept, and what is no UTF-8 is no text', () => {
  const textOf = (...bytes: readonly number[]): string | undefined => {
    const lines = new LineCollector({ skipped: 0, wanted: undefined })
    lines.take(new Uint8Array(bytes))
    return lines.text()
  }
  expect(textOf(0xef, 0xbb, 0xbf, 0x61)).toBe('\ufeffa')
  expect(textOf(0x61, 0xe4)).toBeUndefined()
})

test('an empty line is a line', () => {
  expect(linesOf('\none\ntwo', demandLines({ line: 2, limit: 1 }))).toBe('one\n')
  expect(linesOf('\none\ntwo', demandLines({ limit: 1 }))).toBe('\n')
})
