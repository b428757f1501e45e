import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { picture } from './picture.js'

test('the picture is a PNG of 32 by 32 pixels in the colour that was asked for', () => {
  const made = picture('red')
  expect(made.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
  expect([made.readUInt32BE(16), made.readUInt32BE(20)]).toEqual([32, 32])
  const length = made.readUInt32BE(33)
  expect(made.subarray(37, 41).toString('latin1')).toBe('IDAT')
  const pixels = inflateSync(made.subarray(41, 41 + length))
  expect(pixels).toHaveLength(32 * (1 + 32 * 3))
  expect([...pixels.subarray(0, 4)]).toEqual([0, 214, 64, 69])
  expect(made.subarray(-8).toString('hex')).toBe('49454e44ae426082')
})
