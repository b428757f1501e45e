import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Malformed } from '../../jsonrpc/index.js'
import { atLeast } from '../../runs.fixture.js'
import { EventReader } from './event-reader.js'

interface Told {
  readonly data: string
  readonly id: string | undefined
}

interface Outcome {
  readonly told: readonly Told[]
  readonly lastEventId: string
  readonly retry: number | undefined
}

const LIMIT = 1_000_000
const bytes = (text: string): Uint8Array => Buffer.from(text)

const read = (chunks: readonly Uint8Array[], limit = LIMIT): Outcome => {
  const told: Told[] = []
  const reader = new EventReader(limit, (data, id) =>
    told.push({ data: data instanceof Malformed ? `!${data.reason}` : data, id }),
  )
  for (const chunk of chunks) reader.push(chunk)
  return { told, lastEventId: reader.lastEventId, retry: reader.retry }
}

const cut = (whole: Uint8Array, places: readonly number[]): Uint8Array[] => {
  const sorted = [...places.map(place => place % (whole.length + 1)), whole.length].sort((a, b) => a - b)
  return sorted.map((end, index) => whole.subarray(sorted[index - 1] ?? 0, end))
}

const isText = (line: Uint8Array): boolean => Buffer.from(line.toString(), 'utf8').equals(line)

/** The standard, word by word and line by line, with all bytes at hand. */
const readSlowly = (whole: Uint8Array, limit = LIMIT): Outcome => {
  const lines: Buffer[] = []
  let line: number[] = []
  for (let index = 0; index < whole.length; index++) {
    const byte = whole[index]!
    if (byte === 13 && whole[index + 1] === 10) continue
    if (byte === 10 || byte === 13) {
      lines.push(Buffer.from(line))
      line = []
    } else line.push(byte)
  }
  const told: Told[] = []
  let lastEventId = ''
  let retry: number | undefined
  let event: { data: string[]; id?: string; type: string; flaw?: string } = { data: [], type: '' }
  lines.forEach((raw, index) => {
    if (raw.length > limit + 8) event.flaw ??= '!too_large'
    else if (!isText(raw)) event.flaw ??= '!not_utf8'
    else {
      const text = index === 0 ? raw.toString().replace(/^\ufeff/, '') : raw.toString()
      if (text === '') {
        const data = event.flaw ?? event.data.join('\n')
        if (event.id !== undefined) lastEventId = event.id
        if (data !== '' && ['', 'message'].includes(event.type))
          told.push({ data, id: event.id || undefined })
        event = { data: [], type: '' }
      } else {
        const [, name, value = ''] = /^([^:]*)(?:: ?(.*))?$/su.exec(text)!
        if (name === 'data') {
          event.data.push(value)
          if (event.data.join('\n').length > limit) event.flaw ??= '!too_large'
        }
        if (name === 'id' && !value.includes('\0')) event.id = value
        if (name === 'event') event.type = value
        if (name === 'retry' && /^[0-9]+$/.test(value)) retry = Number(value)
      }
    }
  })
  return { told, lastEventId, retry }
}

test('an event is its data and its own id', () => {
  expect(read([bytes('id: a.1\ndata: {"x":1}\n\ndata: {"x":2}\n\n')])).toEqual({
    told: [
      { data: '{"x":1}', id: 'a.1' },
      { data: '{"x":2}', id: undefined },
    ],
    lastEventId: 'a.1',
    retry: undefined,
  })
})

test('lines end with LF, CRLF or CR, a byte order mark is passed over, and data of several lines is joined', () => {
  const whole = '\ufeffdata: a\r\ndata:b\rdata\ndata:  c\n\r\ndata: d\r\r'
  expect(read([bytes(whole)]).told.map(({ data }) => data)).toEqual(['a\nb\n\n c', 'd'])
})

test('comments, other fields and other types of events say nothing, and a wish to wait is remembered', () => {
  const whole =
    ': hello\n\nevent: ping\ndata: 1\n\nfoo: bar\nretry: 250\nretry: x\nevent: message\ndata: 2\n\n'
  expect(read([bytes(whole)])).toMatchObject({ told: [{ data: '2' }], retry: 250 })
})

test('an id without data moves the place to go on from; one with a NUL does not; an empty one takes it back', () => {
  expect(read([bytes('id: e.7\n\n')])).toMatchObject({ told: [], lastEventId: 'e.7' })
  expect(read([bytes('id: e.7\n\nid: e\0.8\ndata: x\n\n')])).toMatchObject({ lastEventId: 'e.7' })
  expect(read([bytes('id: e.7\n\nid\ndata: x\n\n')])).toMatchObject({ lastEventId: '' })
})

test('an event that was cut off is not told, and its id does not count', () => {
  expect(read([bytes('id: e.1\ndata: x\n\nid: e.2\ndata: y\n')])).toMatchObject({
    told: [{ data: 'x' }],
    lastEventId: 'e.1',
  })
})

test('an event that is too large is told as such with its id, and the next one is read', () => {
  const large = `id: e.1\ndata: ${'x'.repeat(5_000)}\n\nid: e.2\ndata: y\n\n`
  const lines = `id: e.1\n${`data: ${'x'.repeat(60)}\n`.repeat(50)}\nid: e.2\ndata: y\n\n`
  for (const whole of [large, lines])
    for (const size of [1, 7, 64, 10_000]) {
      const chunks = cut(
        bytes(whole),
        Array.from({ length: Math.ceil(whole.length / size) }, (_, index) => index * size),
      )
      expect(read(chunks, 100).told).toEqual([
        { data: '!too_large', id: 'e.1' },
        { data: 'y', id: 'e.2' },
      ])
    }
})

test('bytes that are not UTF-8 cost their own event only', () => {
  const whole = Buffer.concat([bytes('data: a\n\ndata: '), Buffer.of(0xc3, 0x28), bytes('\n\ndata: c\n\n')])
  expect(read([whole]).told.map(({ data }) => data)).toEqual(['a', '!not_utf8', 'c'])
})

const field = fc.constantFrom('data', 'data', 'data', 'id', 'event', 'retry', '', 'other', '\ufeffdata')
const value = fc.oneof(
  fc.constantFrom(
    '',
    'message',
    '12',
    '{"a":1}',
    'e.1',
    '\0',
    '\u00e9\u20ac\u{1f600}',
    '\ufeff',
    'x'.repeat(50),
  ),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
)
const lineEnd = fc.constantFrom('\n', '\n', '\r\n', '\r')
const anyLine = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.tuple(field, fc.constantFrom(':', ': ', ''), value).map(parts => parts.join('')),
  },
  { weight: 2, arbitrary: fc.constant('') },
)
const anyStream = fc
  .array(fc.tuple(anyLine, lineEnd), { maxLength: 40 })
  .map(lines => bytes(lines.map(([text, end]) => `${text}${end}`).join('')))
const anyBytes = fc.oneof(
  { weight: 6, arbitrary: anyStream },
  {
    weight: 1,
    arbitrary: fc.tuple(anyStream, fc.uint8Array({ maxLength: 9 }), anyStream).map(Buffer.concat),
  },
)

test('any stream in any chunks is read as an obvious reader reads the whole of it', () => {
  fc.assert(
    fc.property(
      anyBytes,
      fc.array(fc.nat(), { maxLength: 30 }),
      fc.constantFrom(30, LIMIT),
      (whole, places, limit) => {
        expect(read(cut(whole, places), limit)).toEqual(readSlowly(whole, limit))
      },
    ),
    { numRuns: atLeast(2_000) },
  )
})
