import { expect, test } from 'vitest'
import { encode, encodeNotification, utf8Length } from './encode.js'
import { ConnectionError } from './error.js'
import { defaultLimits } from './limits.js'
import type { Message } from './message.js'

const carrying = (value: unknown): Message => ({ jsonrpc: '2.0', method: 'take', params: { value } })

const refusal = (value: unknown, limits = defaultLimits): ConnectionError => {
  try {
    encode(carrying(value), limits)
  } catch (error) {
    if (error instanceof ConnectionError) return error
  }
  throw new Error('it was encoded')
}

test('a BigInt and a cycle are refused with a word and a reason, and without the value', () => {
  const cycle: Record<string, unknown> = { secret: 'hunter2' }
  cycle.self = cycle
  for (const bad of [10n, cycle]) {
    const error = refusal(bad)
    expect(error.reason).toBe('unsendable')
    expect(error.message).not.toContain('hunter2')
    expect(error.message).not.toContain('\n')
  }
})

test('a lone surrogate is refused wherever it stands', () => {
  for (const bad of ['\ud800', 'a\udc00b', '\\\ud800', { '\udfff': 1 }])
    expect(refusal(bad).reason).toBe('unsendable')
})

test('text that only looks like an escaped surrogate is sent', () => {
  for (const good of ['\\ud800', '\\\\ud83d', '\u{1f600}', '\\u{1f600}', 'ud800'])
    expect(JSON.parse(encode(carrying(good), defaultLimits))).toEqual(carrying(good))
})

test('undefined is left out, as JSON has no word for it', () => {
  expect(JSON.parse(encode(carrying(undefined), defaultLimits))).toEqual({
    jsonrpc: '2.0',
    method: 'take',
    params: {},
  })
})

test('the size limit counts bytes, not characters', () => {
  const room = encode(carrying(''), defaultLimits).length
  const limits = { ...defaultLimits, messageBytes: room + 9 }
  expect(encode(carrying('\u20ac'.repeat(3)), limits)).toContain('\u20ac')
  expect(refusal('\u20ac'.repeat(4), limits).reason).toBe('too_large')
  expect(encode(carrying('x'.repeat(9)), limits)).toContain('xxxxxxxxx')
  expect(refusal('x'.repeat(10), limits).reason).toBe('too_large')
})

test('a hundred megabytes are refused', () => {
  expect(refusal('x'.repeat(100 * 1024 * 1024)).reason).toBe('too_large')
})

test('bytes are counted as UTF-8 has them', () => {
  for (const text of ['', 'abc', '\u00e9', '\u20ac', '\u{1f600}', 'a\u{1f600}\u00e9b'])
    expect(utf8Length(text)).toBe(Buffer.byteLength(text))
})

test('a call is written as JSON would write it, whatever its id, its method and its params', () => {
  const methods = ['take', 'odd "name"\n', '']
  const calls = methods.flatMap((method): Message[] => [
    ...[{ one: 1 }, [], 'text', 0, null, undefined, () => 1].map(
      (params): Message => ({ jsonrpc: '2.0', method, params }),
    ),
    ...[7, 'seven "7"', null, -1].map((id): Message => ({ jsonrpc: '2.0', id, method, params: { id } })),
    { jsonrpc: '2.0', id: 1, method },
  ])
  for (const call of calls) expect(encode(call, defaultLimits)).toBe(JSON.stringify(call))
})

test('a notification whose params are written already is judged like any other', () => {
  const written = JSON.stringify({ value: 'one' })
  expect(encodeNotification('take', written, defaultLimits)).toBe(JSON.stringify(carrying('one')))
  expect(() => encodeNotification('take', JSON.stringify('\ud800'), defaultLimits)).toThrow('lone surrogate')
  const narrow = { ...defaultLimits, messageBytes: 60 }
  expect(() => encodeNotification('take', JSON.stringify('x'.repeat(60)), narrow)).toThrow('larger than 60')
})

test('however many methods are named, each is written with its own name', () => {
  for (let round = 0; round < 2; round++)
    for (let index = 0; index < 300; index++) {
      const call: Message = { jsonrpc: '2.0', method: `method ${index}`, params: [] }
      expect(encode(call, defaultLimits)).toBe(JSON.stringify(call))
    }
})

test('an answer is written as JSON would write it, whatever its id and its result', () => {
  const values = [
    null,
    0,
    '',
    '\n"',
    [],
    [undefined],
    {},
    { a: undefined, b: { toJSON: () => 'c' } },
    new Date(0),
  ]
  for (const id of [0, -3, 2 ** 53 - 1, 'seven', '"', '', null])
    for (const result of [...values, undefined, () => values]) {
      const message = { jsonrpc: '2.0', id, result } as const
      expect(encode(message, defaultLimits)).toBe(JSON.stringify(message))
    }
})
