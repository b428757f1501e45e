import { expect, test } from 'vitest'
import { LineCutter } from './line-cutter.js'

const texts = (lines: readonly Uint8Array[]): string[] => lines.map(line => Buffer.from(line).toString())

test('lines are the same however the bytes were cut', () => {
  const bytes = Buffer.from('{"a":"é😀"}\n\n{"b":1}\nrest')
  for (let size = 1; size <= bytes.length; size++) {
    const cutter = new LineCutter()
    const lines: Uint8Array[] = []
    for (let at = 0; at < bytes.length; at += size) lines.push(...cutter.push(bytes.subarray(at, at + size)))
    expect(texts(lines)).toEqual(['{"a":"é😀"}', '', '{"b":1}'])
    expect(Buffer.from(cutter.flush() ?? []).toString()).toBe('rest')
    expect(cutter.flush()).toBeUndefined()
  }
})
