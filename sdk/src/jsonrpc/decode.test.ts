import { expect, test } from 'vitest'
import { Malformed } from './channel.js'
import { decode } from './decode.js'
import { defaultLimits, type Limits } from './limits.js'

const reasonOf = (text: string, limits: Partial<Limits> = {}): string | undefined => {
  const value = decode(text, { ...defaultLimits, ...limits })
  return value instanceof Malformed ? value.reason : undefined
}

test('what JSON says is what comes out', () => {
  for (const value of [{}, [], 'a', 1, null, { a: [{ b: 'c' }] }])
    expect(decode(JSON.stringify(value), defaultLimits)).toEqual(value)
})

test('text that is not JSON is malformed, and nothing of it is kept', () => {
  for (const text of ['', '{', '{"a":hunter2}', 'NaN', "{'a':1}", '\ufeff{}', '[1,]', '"\u0001"']) {
    const value = decode(text, defaultLimits)
    expect(value).toBeInstanceOf(Malformed)
    expect(value).toMatchObject({ reason: 'parse_error' })
    expect(JSON.stringify(value)).not.toContain('hunter2')
  }
})

test('nesting is allowed up to the limit and refused beyond it', () => {
  const nested = (depth: number): string => '['.repeat(depth) + ' '.repeat(400) + ']'.repeat(depth)
  expect(reasonOf(nested(128))).toBeUndefined()
  expect(reasonOf(nested(129))).toBe('too_deep')
  expect(reasonOf(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`)).toBe('too_deep')
})

test('nesting that is not closed is refused before it is parsed', () => {
  expect(reasonOf('['.repeat(1_000_000))).toBe('too_deep')
})

test('keys and items are counted together, up to the limit', () => {
  const items = (count: number): string => `[${Array.from({ length: count }, () => 1).join(',')}]`
  expect(reasonOf(items(100_000))).toBeUndefined()
  expect(reasonOf(items(100_001))).toBe('too_large')
  const keys = JSON.stringify(Object.fromEntries(Array.from({ length: 100_001 }, (_, key) => [`k${key}`, 1])))
  expect(reasonOf(keys)).toBe('too_large')
})

test('a limit set low holds for short texts too', () => {
  expect(reasonOf(`[${Array.from({ length: 30 }, () => '[]').join()}]`, { items: 50 })).toBe('too_large')
  expect(reasonOf('[1,2,3,4,5,6,7,8]', { items: 4 })).toBe('too_large')
  expect(reasonOf('[[[1]]]', { depth: 2 })).toBe('too_deep')
})

test('brackets and commas inside strings count for nothing', () => {
  const text = JSON.stringify({ text: '[{,'.repeat(200_000), quote: '"\\"['.repeat(1_000) })
  expect(reasonOf(text)).toBeUndefined()
})

test('an own __proto__ is dropped, however it is spelt, and pollutes nothing', () => {
  const spellings = ['__proto__', '\\u005f_proto__', '__pro\\u0074o__']
  for (const key of spellings) {
    const value = decode(`{"a":{"${key}":{"polluted":true}},"b":1}`, defaultLimits) as { a: object }
    expect(Object.hasOwn(value.a, '__proto__')).toBe(false)
    expect({ ...value.a }).toEqual({})
  }
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
})
