import fc from 'fast-check'
import { expect, test } from 'vitest'
import { headlessBytes, unfinishedBytes } from './characters.js'
import { WholeCharacters } from './whole-characters.js'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

test('wherever text is cut, the two sides know how much of a character they have', () => {
  for (const character of ['a', 'é', '€', '😀']) {
    const bytes = bytesOf(`x${character}`)
    for (let cut = 1; cut <= bytes.length; cut++) {
      const isInside = cut > 1 && cut < bytes.length
      expect(unfinishedBytes(bytes.subarray(0, cut))).toBe(isInside ? cut - 1 : 0)
      expect(headlessBytes(bytes.subarray(cut))).toBe(isInside ? bytes.length - cut : 0)
    }
  }
})

test('bytes that are no text hold nothing back for ever', () => {
  for (const bytes of [[0xff], [0x80, 0x80, 0x80, 0x80], [0xc0], [0xf8, 0x80], [0x61, 0xfe]])
    expect(unfinishedBytes(Uint8Array.from(bytes))).toBe(0)
  expect(headlessBytes(new Uint8Array(9).fill(0x80))).toBe(3)
})

test('a stream in pieces comes out in whole characters, and all of it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.array(fc.nat(7)), (text, sizes) => {
      const source = bytesOf(text)
      const pieces: string[] = []
      const whole = new WholeCharacters(bytes =>
        pieces.push(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)),
      )
      let at = 0
      for (const size of sizes) {
        whole.push(source.subarray(at, at + size))
        at += size
      }
      whole.push(source.subarray(at))
      whole.end()
      expect(pieces.join('')).toBe(new TextDecoder('utf-8', { ignoreBOM: true }).decode(source))
    }),
  )
})

test('half a character waits for its other half, and is handed on as it is when nothing more comes', () => {
  const pieces: number[][] = []
  const whole = new WholeCharacters(bytes => pieces.push([...bytes]))
  whole.push(Uint8Array.of(0x61, 0xe2, 0x82))
  expect(pieces).toEqual([[0x61]])
  whole.push(Uint8Array.of(0xac))
  expect(pieces).toEqual([[0x61], [0xe2, 0x82, 0xac]])
  whole.push(Uint8Array.of(0xf0, 0x9f))
  whole.end()
  expect(pieces.at(-1)).toEqual([0xf0, 0x9f])
})
