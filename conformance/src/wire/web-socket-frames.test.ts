import { describe, expect, test } from 'vitest'
import { FrameReader, opcodes, type Parcel, toFrame } from './web-socket-frames.js'

const text = (parcels: readonly Parcel[]): readonly string[] =>
  parcels.map(({ opcode, payload }) => `${opcode} ${payload.toString('utf8')}`)

describe.each([true, false])('with a mask: %s', isMasked => {
  test.each([0, 5, 125, 126, 65_535, 65_536, 1_000_000])(
    'a message of %i bytes is the same, wherever it is cut',
    length => {
      const payload = Buffer.alloc(length, 'žluťoučký 🐎 ')
      const bytes = Buffer.concat([
        toFrame(opcodes.text, payload, { isMasked }),
        toFrame(opcodes.binary, Buffer.from('behind'), { isMasked }),
      ])
      for (const size of [1_000_000, 7, ...(length < 200 ? [1] : [])]) {
        const reader = new FrameReader()
        const parcels: Parcel[] = []
        for (let at = 0; at < bytes.length; at += size)
          parcels.push(...reader.push(bytes.subarray(at, at + size)))
        expect(parcels.map(({ opcode }) => opcode)).toEqual([opcodes.text, opcodes.binary])
        expect(parcels[0]?.payload.equals(payload)).toBe(true)
        expect(parcels[1]?.payload.toString()).toBe('behind')
      }
    },
  )

  test('pieces are put together, and a ping between them stands for itself', () => {
    const bytes = Buffer.concat([
      toFrame(opcodes.text, Buffer.from('one '), { isMasked, isLast: false }),
      toFrame(opcodes.ping, Buffer.from('there?'), { isMasked }),
      toFrame(opcodes.continuation, Buffer.from('two'), { isMasked }),
    ])
    expect(text(new FrameReader().push(bytes))).toEqual(['9 there?', '1 one two'])
  })
})

test('what could not be held is not read, and nothing behind it', () => {
  const reader = new FrameReader()
  const head = Buffer.alloc(10)
  head[0] = 0x81
  head[1] = 127
  head.writeBigUInt64BE(1n << 40n, 2)
  expect(reader.push(head)).toEqual([])
  expect(reader.isSpoilt).toBe(true)
  expect(reader.push(toFrame(opcodes.text, Buffer.from('x'), { isMasked: false }))).toEqual([])
})
