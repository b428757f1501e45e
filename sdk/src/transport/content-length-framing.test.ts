import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decode, defaultLimits, type Limits } from '../jsonrpc/index.js'
import { contentLengthFraming } from './content-length-framing.js'
import { Arrivals } from './framing.js'

const framed = (text: string): string => {
  const { before, after } = contentLengthFraming(defaultLimits).frame(text)
  return before + text + after
}

const read = (chunks: readonly Uint8Array[], limits: Partial<Limits> = {}): unknown[] => {
  const { reader } = contentLengthFraming({ ...defaultLimits, ...limits })
  const arrivals = new Arrivals()
  for (const chunk of chunks) reader.push(chunk, arrivals)
  reader.end(arrivals)
  return arrivals.messages
}

const pieces = (text: string, size: number): Uint8Array[] => {
  const whole = Buffer.from(text)
  return Array.from({ length: Math.ceil(whole.length / size) }, (_, index) =>
    whole.subarray(index * size, (index + 1) * size),
  )
}

test('the length counts bytes, not characters', () => {
  expect(framed('"\u20ac"')).toBe('Content-Length: 5\r\n\r\n"\u20ac"')
})

test('messages are told apart by their length, wherever the chunks are cut', () => {
  const text = framed('{"a":"\u{1f600}\\n"}') + framed('[1,\n2]') + framed('"x"')
  for (let size = 1; size <= text.length; size++)
    expect(read(pieces(text, size))).toEqual([{ a: '\u{1f600}\n' }, [1, 2], 'x'])
})

test('any messages in any chunks come out as they went in', () => {
  fc.assert(
    fc.property(
      fc.array(fc.jsonValue(), { maxLength: 6 }),
      fc.integer({ min: 1, max: 50 }),
      (values, size) => {
        const text = values.map(value => framed(JSON.stringify(value))).join('')
        expect(read(pieces(text, size))).toEqual(
          values.map(value => decode(JSON.stringify(value), defaultLimits)),
        )
      },
    ),
  )
})

test('other headers, any case and a bare newline are taken', () => {
  const text = 'content-length: 3\nContent-Type: application/json; charset=utf-8\n\n"a"'
  expect(read([Buffer.from(text)])).toEqual(['a'])
})

test('noise between messages is told once and passed over', () => {
  const text = `${framed('1')}Starting...\nReady!\n${framed('2')}`
  expect(read([Buffer.from(text)])).toMatchObject([1, { reason: 'parse_error' }, 2])
})

test('a message that is too large is told at its header and passed over', () => {
  const text = framed(`"${'x'.repeat(2_000)}"`) + framed('2')
  for (const size of [1, 100, text.length])
    expect(read(pieces(text, size), { messageBytes: 1_000 })).toMatchObject([{ reason: 'too_large' }, 2])
})

test('a body that is not UTF-8 or not JSON costs itself only', () => {
  const bad = Buffer.concat([
    Buffer.from('Content-Length: 2\r\n\r\n'),
    Buffer.of(0xc3, 0x28),
    Buffer.from(framed('{') + framed('3')),
  ])
  expect(read([bad])).toMatchObject([{ reason: 'not_utf8' }, { reason: 'parse_error' }, 3])
})

test('an input that ends inside a message is told', () => {
  expect(read([Buffer.from('Content-Length: 10\r\n\r\n{"a"')])).toMatchObject([{ reason: 'parse_error' }])
})
