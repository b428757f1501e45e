import { defaultLimits } from '@parley/acp/jsonrpc'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Dissector } from './dissector.js'
import { LineCutter } from './line-cutter.js'

const bytes = (text: string): Uint8Array => Buffer.from(text)

const entriesOf = (
  dissector: Dissector,
  text: string | Uint8Array,
  stream: 'agent' | 'client' | 'stderr' = 'agent',
) =>
  [...dissector.dissect({ at: 5, stream, bytes: typeof text === 'string' ? bytes(text) : text })].map(
    ({ entry }) => entry,
  )

test('lines become messages, and what is none is told apart by what is wrong with it', () => {
  const dissector = new Dissector({ ...defaultLimits, messageBytes: 40, depth: 3 })
  expect(entriesOf(dissector, '{"a":1}\r\n\r\n  \n[1,2]\n')).toEqual([
    { at: 5, to: 'agent', message: { a: 1 }, bytes: 9 },
    { at: 5, to: 'agent', message: [1, 2], bytes: 6 },
  ])
  expect(entriesOf(dissector, `nonsense\n${'['.repeat(9)}\n"${'x'.repeat(50)}"\n`)).toEqual([
    { at: 5, to: 'agent', noise: 'parse_error', text: 'nonsense', bytes: 9 },
    { at: 5, to: 'agent', noise: 'too_deep', text: '[[[[[[[[[', bytes: 10 },
    { at: 5, to: 'agent', noise: 'too_large', text: `"${'x'.repeat(50)}"`, bytes: 53 },
  ])
  expect(entriesOf(dissector, Buffer.from([0x22, 0xff, 0x22, 0x0a]))).toMatchObject([
    { noise: 'not_utf8', bytes: 4 },
  ])
})

test('directions do not mix, a message has the time of its end, and a last line counts when its side is closed', () => {
  const dissector = new Dissector()
  expect(entriesOf(dissector, '{"a":')).toEqual([])
  expect(entriesOf(dissector, '{"b":1}\n', 'client')).toMatchObject([{ to: 'client', message: { b: 1 } }])
  expect(
    [...dissector.dissect({ at: 9, stream: 'agent', bytes: bytes('2}\n{"last":1}') })].map(
      ({ entry }) => entry,
    ),
  ).toEqual([{ at: 9, to: 'agent', message: { a: 2 }, bytes: 8 }])
  const closing = [...dissector.dissect({ at: 11, event: 'client_closed', detail: '' })].map(
    ({ entry }) => entry,
  )
  expect(closing).toMatchObject([
    { at: 11, to: 'agent', message: { last: 1 }, bytes: 10 },
    { event: 'client_closed' },
  ])
})

test('stderr comes line by line, and a line without end is cut', () => {
  const dissector = new Dissector()
  expect(entriesOf(dissector, 'one\r\ntwo\nthr', 'stderr')).toEqual([
    { at: 5, stderr: 'one' },
    { at: 5, stderr: 'two' },
  ])
  const [entry] = entriesOf(dissector, `${'x'.repeat(100_000)}\n`, 'stderr')
  expect(entry).toMatchObject({ stderr: expect.stringMatching(/^thrx{1,5000}…$/) })
})

test('however the bytes are cut, the lines are the same', () => {
  const text = fc
    .array(fc.constantFrom('a', 'bb', '\n', 'ž', 'x'.repeat(30)), { maxLength: 40 })
    .map(parts => parts.join(''))
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 9 }), (whole, size) => {
      const all = Buffer.from(whole)
      const read = (step: number) => {
        const cutter = new LineCutter(20)
        const lines = []
        for (let at = 0; at < all.length; at += step) lines.push(...cutter.cut(all.subarray(at, at + step)))
        const last = cutter.end()
        if (last !== undefined) lines.push(last)
        return lines.map(line => [
          line.isWhole,
          line.length,
          line.isWhole ? Buffer.from(line.bytes).toString('hex') : '',
        ])
      }
      expect(read(size)).toEqual(read(Math.max(1, all.length)))
      expect(read(size).reduce((sum, [, length]) => sum + Number(length), 0)).toBe(all.length)
    }),
  )
})
