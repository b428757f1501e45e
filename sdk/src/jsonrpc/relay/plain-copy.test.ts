import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainCopy } from './plain-copy.js'

const DEPTH = 128

test('a copy of what came from JSON is what JSON would make of it', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false, maxDepth: 6, depthSize: 'small' }), value => {
      const text = JSON.stringify(value)
      const copy = plainCopy(JSON.parse(text), DEPTH)
      // A key that JSON writes and a careless copy would not is left to the text.
      if (text.includes('__proto__') || text.includes('toJSON')) return
      expect(JSON.stringify(copy?.value)).toBe(text)
    }),
  )
})

test('a copy has nothing in common with what it was made of', () => {
  const value = { list: [{ word: 'a' }] }
  const copy = plainCopy(value, DEPTH)?.value
  value.list.push({ word: 'b' })
  expect(copy).toEqual({ list: [{ word: 'a' }] })
})

test('what JSON leaves out is left out', () => {
  const copy = plainCopy({ a: undefined, b: 1, [Symbol('s')]: 2 }, DEPTH)?.value
  expect(Object.keys(copy as object)).toEqual(['b'])
})

test.each([
  ['undefined in a list', [undefined]],
  ['a date', { at: new Date(0) }],
  ['a map', new Map()],
  ['bytes', new Uint8Array(2)],
  ['a number that is none', { value: Number.NaN }],
  ['a large integer', { value: 1n }],
  ['a function', { value: () => 1 }],
  ['something that writes itself', { toJSON: () => 'x' }],
  ['a key that would become a prototype', JSON.parse('{"__proto__":{"a":1}}')],
  ['an object without a prototype', Object.create(null)],
])('%s is left to JSON', (_what, value) => {
  expect(plainCopy({ params: value }, DEPTH)).toBeUndefined()
})

test('what is too deep, or holds itself, is left to JSON', () => {
  expect(plainCopy({ a: { b: {} } }, 3)).toBeDefined()
  expect(plainCopy({ a: { b: { c: {} } } }, 3)).toBeUndefined()
  const itself: { self?: unknown } = {}
  itself.self = itself
  expect(plainCopy(itself, DEPTH)).toBeUndefined()
})

test('its bytes are about those of its text', () => {
  const value = {
    sessionId: 'sess_1',
    update: { kind: 'chunk', content: { type: 'text', text: 'x'.repeat(500) } },
  }
  const { bytes } = plainCopy(value, DEPTH) ?? { bytes: 0 }
  const { length } = JSON.stringify(value)
  expect(Math.abs(bytes - length)).toBeLessThan(length / 5)
})
