import { expect, test } from 'vitest'
import type { Entry, Header } from './entry.js'
import { readRecording, toRecordingLine } from './recording.js'
import { createRecordingReader } from './recording-reader.js'

const header: Header = {
  ...{ recording: 1, startedAt: 1_000, by: 'parley 0.1.0', carrier: 'stdio' },
  ...{ agent: ['node', 'agent.js'], title: 'a day', redaction: 'secrets' },
}
const entries: readonly Entry[] = [
  { at: 0, event: 'started', detail: 'pid 1' },
  { at: 1.25, to: 'agent', message: { jsonrpc: '2.0', id: 0, method: 'initialize' }, bytes: 46 },
  { at: 2, to: 'client', noise: 'parse_error', text: '{oops', bytes: 5 },
  { at: 3, stderr: 'a \u202e line\u2028' },
  { at: 4, to: 'client', message: [{ id: 0, result: {} }], bytes: 20 },
]
const text = [header, ...entries].map(toRecordingLine).join('')

test('what was written is read again, whole and by value', () => {
  expect(readRecording(text)).toEqual({ header, entries, flaws: [] })
})

test('a line holds nothing that a terminal would not show', () => {
  expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
  expect(text).toContain('\\u202e')
})

test('a last line that was cut off is told, and nothing else is lost', () => {
  const read = readRecording(text.slice(0, -10))
  expect(read).toEqual({
    header,
    entries: entries.slice(0, -1),
    flaws: [{ line: 6, expected: 'a line of JSON', found: 'a line that was cut off' }],
  })
  expect(readRecording(text.slice(0, -1))).toEqual({ header, entries, flaws: [] })
})

test('lines that are no entries are told by their number, and nothing else is lost', () => {
  const wrong = [
    '\u0000\u0000',
    '[]',
    '{"at":-1,"stderr":"x"}',
    '{"at":1,"to":"nobody","message":{}}',
    '{"at":1,"to":"agent"}',
    '{"at":1,"event":"party"}',
    '{"stderr":7}',
  ]
  const broken = [
    toRecordingLine(header),
    ...wrong.map(line => `${line}\n`),
    ...entries.map(toRecordingLine),
  ].join('')
  const read = readRecording(broken)
  expect(read).toMatchObject({ header, entries })
  expect('flaws' in read && read.flaws.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6, 7, 8])
})

test('a file that is no recording, or one of another format, is refused in words', () => {
  expect(readRecording('')).toMatchObject({ line: 1, found: 'nothing' })
  expect(readRecording('{"a":1}\n')).toMatchObject({ line: 1, expected: expect.stringContaining('header') })
  expect(readRecording('{"recording":2}\n{"at":0,"stderr":"x"}')).toEqual({
    ...{ line: 1, expected: 'a recording of format 1', found: 'format 2' },
  })
  expect(readRecording('hello\n')).toMatchObject({ line: 1, found: 'something else' })
})

test('what people leave out is filled in', () => {
  const read = readRecording(
    '\ufeff{"recording":1}\n\n{"to":"agent","message":{"id":0}}\r\n{"at":5,"stderr":"x"}\n{"event":"remark"}',
  )
  expect(read).toEqual({
    header: { recording: 1, startedAt: 0, by: 'hand', carrier: 'stdio', redaction: 'secrets' },
    entries: [
      { at: 0, to: 'agent', message: { id: 0 }, bytes: 8 },
      { at: 5, stderr: 'x' },
      { at: 5, event: 'remark', detail: '' },
    ],
    flaws: [],
  })
})

test('pieces of any size make the same recording', () => {
  for (const size of [1, 7, 100]) {
    const reader = createRecordingReader()
    const read: Entry[] = []
    for (let at = 0; at < text.length; at += size) read.push(...reader.push(text.slice(at, at + size)))
    read.push(...reader.end())
    expect(read).toEqual(entries)
    expect(reader.header).toEqual(header)
  }
})

test('a hundred thousand entries are read in a moment', () => {
  const many = Array.from({ length: 100_000 }, (_, index) =>
    toRecordingLine({
      ...{ at: index, to: 'client', bytes: 200 },
      message: {
        ...{ jsonrpc: '2.0', method: 'session/update' },
        params: {
          sessionId: 'one',
          update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: `piece ${index}` } },
        },
      },
    }),
  )
  const whole = toRecordingLine(header) + many.join('')
  const begun = performance.now()
  const read = readRecording(whole)
  // A second is the aim; a machine that does other things as well gets more.
  expect(performance.now() - begun).toBeLessThan(4_000)
  expect('entries' in read && read.entries.length).toBe(100_000)
})
