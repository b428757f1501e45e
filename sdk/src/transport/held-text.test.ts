import { expect, test } from 'vitest'
import { HeldText } from './held-text.js'

const encoder = new TextEncoder()

/** The text held after it arrived in pieces of that many bytes. */
function heldIn(pieces: number, bytes: Uint8Array): string | undefined {
  const held = new HeldText()
  for (let start = 0; start < bytes.length; start += pieces)
    held.append(bytes.subarray(start, start + pieces))
  expect(held.length).toBe(bytes.length)
  return held.take()
}

test('characters of every length survive wherever a block ends inside them', () => {
  for (const character of ['a', 'é', '語', '🙂'])
    for (let shift = 0; shift < 4; shift++) {
      const text = 'x'.repeat(shift) + character.repeat(600_000)
      const bytes = encoder.encode(text)
      expect(heldIn(bytes.length, bytes) === text).toBe(true)
      expect(heldIn(65_537, bytes) === text).toBe(true)
    }
})

test('bytes that are no text are found out in any block, and what comes next is not harmed', () => {
  for (const at of [0, 65_535, 1_048_575, 1_048_576, 2_999_999]) {
    const bytes = new Uint8Array(3_000_000).fill(97)
    bytes[at] = 0xff
    expect(heldIn(65_536, bytes)).toBeUndefined()
  }
  const held = new HeldText()
  held.append(new Uint8Array(2_000_000).fill(0xff))
  expect(held.take()).toBeUndefined()
  held.append(encoder.encode('good'))
  expect(held.take()).toBe('good')
})

test('a character that is never finished is no text', () => {
  expect(heldIn(1, encoder.encode('語').subarray(0, 2))).toBeUndefined()
})
