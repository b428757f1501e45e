import { expect, test } from 'vitest'
import { TextTail } from './text-tail.js'

test('the tail is the last of the text, bounded, and never half a character', () => {
  const tail = new TextTail()
  tail.append('all of it')
  expect(tail.isCut).toBe(false)
  for (let count = 0; count < 10_000; count++) tail.append('\u{1f600}')
  tail.append('!')
  expect(tail.isCut).toBe(true)
  expect(tail.text.length).toBeLessThanOrEqual(4_096)
  expect(tail.text.endsWith('\u{1f600}!')).toBe(true)
  expect(tail.text).not.toMatch(/\p{Surrogate}/u)
})
