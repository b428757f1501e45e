import { expect, test } from 'vitest'
import { findDoubleKey } from './json-keys.js'

test.each([
  ['{"a":1,"a":2}', 'a'],
  ['{"a":{"b":1},"a":2}', 'a'],
  ['{"a":[{"b":1,"b":2}]}', 'b'],
  ['{"a":["x",{"c":1}],"b":1,"b":2}', 'b'],
  ['{"\\"":1,"\\"":2}', '"'],
  ['{"a":1,"\\u0061":2}', 'a'],
  ['{"__proto__":1,"__proto__":2}', '__proto__'],
])('in %s a key stands twice', (text, key) => {
  expect(findDoubleKey(text)).toBe(key)
})

test.each([
  '{}',
  '[]',
  '"a"',
  '{"a":"a","b":"a"}',
  '["a","a"]',
  '[{"a":1},{"a":1}]',
  '{"a":{"a":{"a":1}}}',
  '{"a":["a","a"],"b":"{\\"a\\":1,"}',
])('in %s no key stands twice', text => {
  expect(findDoubleKey(text)).toBeUndefined()
})
