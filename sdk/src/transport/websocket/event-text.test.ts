import { expect, test } from 'vitest'
import { readEvent, withEvent } from './event-text.js'

test('a number is put in front and taken off again, and the text is what it was', () => {
  const text = '{"jsonrpc":"2.0","method":"say","params":{"_event":"x"}}'
  const numbered = withEvent(text, 'a1.7')
  expect(JSON.parse(numbered)).toEqual({ _event: 'a1.7', ...JSON.parse(text) })
  expect(readEvent(numbered)).toEqual({ text, event: 'a1.7' })
})

test('an array has no place for a number, and goes without', () => {
  expect(withEvent('[{"jsonrpc":"2.0"}]', 'a1.7')).toBe('[{"jsonrpc":"2.0"}]')
})

test.each([
  '{"jsonrpc":"2.0"}',
  '{"_event":"a1.7"}',
  '{"_event":"a1.7',
  '{"_event":7,"a":1}',
  `{"_event":"${'x'.repeat(200)}","a":1}`,
  '',
])('a text without a number in its place is left as it is: %s', text => {
  expect(readEvent(text)).toEqual({ text, event: undefined })
})
