import { expect, test } from 'vitest'
import { defaultLimits } from '../jsonrpc/index.js'
import { detectedFraming } from './detected-framing.js'
import { Arrivals } from './framing.js'

const read = (text: string, size = text.length): { messages: unknown[]; before: string } => {
  const framing = detectedFraming(defaultLimits)
  const arrivals = new Arrivals()
  const whole = Buffer.from(text)
  for (let start = 0; start < whole.length; start += size)
    framing.reader.push(whole.subarray(start, start + size), arrivals)
  framing.reader.end(arrivals)
  return { messages: arrivals.messages, before: framing.frame('1').before }
}

test('lines are lines', () => {
  for (const size of [1, 3, 100]) {
    const { messages, before } = read('\n {"a":1}\n{"b":2}\n', size)
    expect(messages).toEqual([{ a: 1 }, { b: 2 }])
    expect(before).toBe('')
  }
})

test('a Content-Length header in the first bytes decides for both directions', () => {
  for (const size of [1, 3, 100])
    for (const header of ['Content-Length', 'content-length', 'CONTENT-LENGTH']) {
      const { messages, before } = read(`${header}: 7\r\n\r\n{"a":1}`, size)
      expect(messages).toEqual([{ a: 1 }])
      expect(before).toBe('Content-Length: 1\r\n\r\n')
    }
})

test('noise that only begins like a header is noise on a wire of lines', () => {
  for (const noise of ['Connecting to the server...', 'C', 'Content of the config: none', 'caf\u00e9'])
    for (const size of [1, 5, 1_000]) {
      const { messages, before } = read(`${noise}\n{"a":1}\n`, size)
      expect(messages).toMatchObject([{ reason: 'parse_error' }, { a: 1 }])
      expect(before).toBe('')
    }
})

test('an input that ends before anything is decided is read as lines', () => {
  expect(read('1').messages).toEqual([1])
  expect(read('Cont', 1).messages).toMatchObject([{ reason: 'parse_error' }])
  expect(read('').messages).toEqual([])
})
