import fc from 'fast-check'
import { expect, test } from 'vitest'
import { atLeast } from '../../runs.fixture.js'
import { FrameScan } from './frame-scan.js'

/** A frame of so many bytes, masked or not. */
function frame(length: number, isMasked: boolean): Buffer {
  const head = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10)
  head[0] = 0x81
  head[1] = (isMasked ? 0x80 : 0) | (length < 126 ? length : length < 65_536 ? 126 : 127)
  if (head.length === 4) head.writeUInt16BE(length, 2)
  if (head.length === 10) head.writeBigUInt64BE(BigInt(length), 2)
  return Buffer.concat([head, Buffer.alloc(isMasked ? 4 : 0, 0xff), Buffer.alloc(length, 0xff)])
}

const lengths = fc.oneof(fc.nat(130), fc.integer({ min: 65_530, max: 65_540 }))

test('frames end where they end, however the network cut them', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(lengths, fc.boolean()), { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 1, max: 70_000 }),
      (shapes, step) => {
        const frames = shapes.map(([length, isMasked]) => frame(length, isMasked))
        const bytes = Buffer.concat(frames)
        const scan = new FrameScan()
        const found: number[] = []
        for (let start = 0; start < bytes.length; start += step) {
          const piece = bytes.subarray(start, start + step)
          for (let at = 0; at < piece.length; ) {
            at = scan.skip(piece, at)
            if (scan.isBetween) found.push(start + at)
          }
        }
        let sum = 0
        expect(found).toEqual(frames.map(each => (sum += each.length)))
      },
    ),
    { numRuns: atLeast(200) },
  )
})

test('a frame that was not taken begins again', () => {
  const [scan, bytes] = [new FrameScan(), frame(10, true)]
  scan.skip(bytes.subarray(0, 8), 0)
  scan.takeBack()
  expect(scan.isBetween).toBe(true)
  expect(scan.skip(bytes, 0)).toBe(bytes.length)
  expect(scan.isBetween).toBe(true)
})
