import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold, glance, type Happening } from './fold.fixture.js'
import { toMarkdown } from './markdown.js'
import { RETELLING } from './retelling.js'
import { terminalOf } from './selectors.js'
import { OUTPUT_LIMIT, outputOf, TERMINAL_CHUNK, TERMINAL_UPDATE } from './terminals.js'
import { toText } from './text.js'
import type { Thread } from './thread.js'
import { equalThreads, toValue } from './value.js'

const encode = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64')
const more = (bytes: Uint8Array | string): Happening => ({
  sessionUpdate: 'terminal_output_chunk',
  terminalId: 't',
  data: encode(bytes),
})
const change = (fields: object) =>
  ({ sessionUpdate: 'terminal_update', terminalId: 't', ...fields }) as Happening
const shown = (thread: Thread) => {
  const terminal = terminalOf(thread, 't')
  return terminal && outputOf(terminal)
}

test('version 2: bytes are decoded chunk by chunk, and characters may be cut between chunks', () => {
  const bytes = new TextEncoder().encode('a€b')
  const thread = fold(2, more(bytes.subarray(0, 2)), more(bytes.subarray(2)), more('!'))
  expect(shown(thread)).toEqual({ text: 'a€b!', isTruncated: false })
})

test('version 2: a terminal is patched, null clears, and output replaces what came before', () => {
  const full = { command: 'ls', cwd: '/a', size: { cols: 80, rows: 24 }, capabilities: { cancel: {} } }
  const thread = fold(2, change(full), more('old'), change({ output: { data: encode('new') } }), more('er'))
  expect(toValue(thread).terminals).toEqual([
    { terminalId: 't', ...full, output: 'newer', isTruncated: false },
  ])
  const ended = fold(
    2,
    change(full),
    more('x'),
    change({ exitStatus: { exitCode: 1 }, command: null, size: null }),
  )
  expect(toValue(ended).terminals).toMatchObject([{ cwd: '/a', output: 'x', exitStatus: { exitCode: 1 } }])
  expect(shown(fold(2, more('x'), change({ output: null })))?.text).toBe('')
  expect(shown(fold(2, more('x'), change({})))?.text).toBe('x')
})

test('version 2: bytes that cannot be decoded are kept as they came and harm nothing', () => {
  const bad = { sessionUpdate: 'terminal_output_chunk', terminalId: 't', data: '***' } as const
  const thread = fold(2, more('a'), bad, more('b'))
  expect(shown(thread)?.text).toBe('ab')
  expect(glance(thread)).toEqual(['raw'])
})

test('only the end of an output is kept, the same however it was cut', () => {
  const line = `${'€'.repeat(1_000)}\n`
  const all = line.repeat(700)
  const whole = fold(2, change({ output: { data: encode(all) } }))
  const cut = fold(2, ...Array.from({ length: 700 }, () => more(line)))
  expect(shown(cut)).toEqual(shown(whole))
  expect(shown(cut)?.isTruncated).toBe(true)
  expect(all.endsWith(shown(cut)?.text ?? 'x')).toBe(true)
  expect(encode(shown(cut)?.text ?? '').length * 0.75).toBeGreaterThan(OUTPUT_LIMIT - 8)
})

test('an output that just fits is whole', () => {
  const half = 'x'.repeat(OUTPUT_LIMIT / 2)
  expect(shown(fold(2, more(half), more(half)))?.isTruncated).toBe(false)
  expect(shown(fold(2, more(half), more(half), more('y')))?.isTruncated).toBe(true)
})

test('what a thread holds of an endless output is bounded', () => {
  const thread = fold(2, ...Array.from({ length: 40 }, () => more('x'.repeat(OUTPUT_LIMIT / 8))))
  const { older, newer } = terminalOf(thread, 't')?.output ?? { older: '', newer: '' }
  expect(older.length + newer.length).toBeLessThanOrEqual(2 * OUTPUT_LIMIT)
})

test('version 1: what a terminal of the client showed stays when it is gone', () => {
  const call = {
    sessionUpdate: 'tool_call',
    toolCallId: 'c',
    title: 'run',
    content: [{ type: 'terminal', terminalId: 't' }],
  } as const
  const output = (words: string, more: object = {}) =>
    ({ type: 'terminal', terminalId: 't', output: words, ...more }) as Happening
  const thread = fold(
    1,
    call,
    output('a'),
    output('a€'),
    output('a€b', { truncated: true, exitStatus: { exitCode: 0 } }),
  )
  expect(shown(thread)).toEqual({ text: 'a€b', isTruncated: true })
  expect(terminalOf(thread, 't')?.exitStatus).toEqual({ exitCode: 0 })
})

test('any bytes in any pieces give a text and never throw', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 20 })), pieces => {
      const all = Buffer.concat(pieces)
      expect(shown(fold(2, change({}), ...pieces.map(more)))?.text).toBe(new TextDecoder().decode(all))
    }),
  )
})

test('version 1: what a gateway tells of its terminals is what an agent of version 2 tells of its own', () => {
  const call = { toolCallId: 'c', title: 'run', content: [{ type: 'terminal', terminalId: 't' }] } as const
  const facts = { terminalId: 't', command: 'npm test', cwd: '/a' }
  const told = ['a\u20ac', 'b\n'].map(words => ({ terminalId: 't', data: encode(words) }))
  const end = { terminalId: 't', exitStatus: { exitCode: 1 } }
  const one = fold(
    1,
    { sessionUpdate: 'tool_call', ...call },
    { sessionUpdate: TERMINAL_UPDATE, ...facts },
    ...told.map(each => ({ sessionUpdate: TERMINAL_CHUNK, ...each }) as const),
    { sessionUpdate: TERMINAL_UPDATE, ...end },
  )
  const two = fold(
    2,
    { sessionUpdate: 'tool_call_update', ...call },
    { sessionUpdate: 'terminal_update', ...facts },
    ...told.map(each => ({ sessionUpdate: 'terminal_output_chunk', ...each }) as const),
    { sessionUpdate: 'terminal_update', ...end },
  )
  expect(toValue(one).terminals).toEqual(toValue(two).terminals)
  expect(toText(one)).toBe(toText(two))
  expect(toMarkdown(one)).toBe(toMarkdown(two))
  expect(toText(one)).toContain('a\u20acb')
})

test('version 1: terminals of a gateway are told again with all the rest', () => {
  const facts = { sessionUpdate: TERMINAL_UPDATE, terminalId: 't', command: 'ls' } as const
  const chunk = { sessionUpdate: TERMINAL_CHUNK, terminalId: 't', data: encode('a') } as const
  const live = fold(1, facts, chunk)
  const retold = fold(
    1,
    ...[facts, chunk],
    { sessionUpdate: RETELLING, state: 'begins' },
    ...[facts, chunk],
    { sessionUpdate: RETELLING, state: 'ends' },
  )
  expect(shown(retold)).toEqual({ text: 'a', isTruncated: false })
  expect(equalThreads(retold, live)).toBe(true)
})

test('version 2 knows no words of a gateway for terminals', () => {
  expect(glance(fold(2, { sessionUpdate: TERMINAL_CHUNK, terminalId: 't', data: encode('a') }))).toEqual([
    'raw',
  ])
})
