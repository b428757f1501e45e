import { expect, test } from 'vitest'
import { tone } from './tone.js'

test('the tone is a WAV of as many bytes as it says, and as loud as was asked for', () => {
  const [soft, loud] = [tone(0.25), tone(1)]
  expect(loud.subarray(0, 4).toString('latin1')).toBe('RIFF')
  expect(loud.readUInt32LE(4)).toBe(loud.length - 8)
  expect(loud.readUInt32LE(40)).toBe(loud.length - 44)
  const peak = (sound: Buffer): number =>
    Math.max(...Array.from({ length: 2_000 }, (_, at) => sound.readInt16LE(44 + 2 * at)))
  expect(peak(loud) / peak(soft)).toBeCloseTo(4, 1)
  expect(
    tone(0)
      .subarray(44)
      .every(byte => byte === 0),
  ).toBe(true)
})
