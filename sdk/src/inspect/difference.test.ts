import fc from 'fast-check'
import { expect, test } from 'vitest'
import { atLeast } from '../runs.fixture.js'
import { align } from './alignment.js'
import { compareRecordings } from './difference.js'
import type { Entry, Heading } from './entry.js'

const said = (to: Heading, message: object, at = 0): Entry => ({
  ...{ at, to, bytes: 1 },
  message: { jsonrpc: '2.0', ...message },
})

/** The same talk with other ids, times and pieces. */
function talk(
  name: string,
  pieces: readonly string[],
  more: { readonly path?: string; readonly updatedAt?: string } = {},
): readonly Entry[] {
  const update = (update: object): Entry =>
    said('client', { method: 'session/update', params: { sessionId: name, update } }, Math.random() * 100)
  return [
    said('agent', { id: `${name}-0`, method: 'session/new', params: { cwd: '/p' } }),
    said('client', { id: `${name}-0`, result: { sessionId: name } }),
    said('agent', { id: `${name}-1`, method: 'session/prompt', params: { sessionId: name, prompt: [] } }),
    { at: Math.random() * 10, stderr: name },
    ...pieces.map(text =>
      update({
        sessionUpdate: 'agent_message_chunk',
        messageId: `m-${name}`,
        content: { type: 'text', text },
      }),
    ),
    update({
      sessionUpdate: 'tool_call',
      toolCallId: `call-${name}`,
      title: 'Read',
      rawInput: { path: more.path ?? '/a' },
    }),
    update({ sessionUpdate: 'session_info_update', updatedAt: more.updatedAt ?? '2026-01-01T00:00:00Z' }),
    said('client', { id: 1, method: 'fs/read_text_file', params: { sessionId: name, path: '/a' } }),
    said('agent', { id: 1, result: { content: `«redacted:${name.padStart(8, '0')}»` } }),
    said('client', { id: `${name}-1`, result: { stopReason: 'end_turn' } }),
  ]
}

test('the same talk with other ids, times, stand-ins and pieces is the same', () => {
  const one = talk('a1', ['hel', 'lo ', 'you'])
  const other = talk('b2', ['hello you'], { updatedAt: '2027-02-03T04:05:06.789+01:00' })
  expect(compareRecordings(one, other)).toEqual([])
})

test('what was said otherwise is told with its place', () => {
  expect(compareRecordings(talk('a', ['hello']), talk('b', ['hel', 'p'], { path: '/b' }))).toEqual([
    {
      ...{
        kind: 'changed',
        left: 4,
        right: 4,
        label: 'agent: session/update agent_message_chunk, session 1',
      },
      changes: [{ path: '/params/update/content/text', left: '"hello"', right: '"help"' }],
    },
    {
      ...{ kind: 'changed', left: 5, right: 6, label: 'agent: session/update tool_call, session 1' },
      changes: [{ path: '/params/update/rawInput/path', left: '"/a"', right: '"/b"' }],
    },
  ])
})

test('what only one of them did is told, and the rest stays the same', () => {
  const whole = talk('a', ['x'])
  const part = whole.filter((_, index) => index !== 5)
  expect(compareRecordings(whole, part)).toEqual([
    { kind: 'only_left', left: 5, label: 'agent: session/update tool_call, session 1', changes: [] },
  ])
  expect(compareRecordings(part, whole)).toEqual([
    { kind: 'only_right', right: 5, label: 'agent: session/update tool_call, session 1', changes: [] },
  ])
})

test('ids that do not play the same part are a difference', () => {
  const one = talk('a', ['x'])
  const swapped = one.map(entry =>
    'message' in entry && Object(entry.message).method === 'fs/read_text_file'
      ? { ...entry, message: { ...Object(entry.message), params: { sessionId: 'stranger', path: '/a' } } }
      : entry,
  )
  expect(compareRecordings(one, swapped).map(({ label }) => label)).toEqual([
    'agent: fs/read_text_file, session 1',
    'agent: fs/read_text_file, session 2',
  ])
})

test('an answer that became an error is a change', () => {
  const [asked] = talk('a', [])
  if (asked === undefined) throw new Error('no entry')
  const [difference] = compareRecordings(
    [asked, said('client', { id: 'a-0', result: {} })],
    [asked, said('client', { id: 'a-0', error: { code: -1, message: 'no' } })],
  )
  expect(difference).toMatchObject({ kind: 'changed', label: 'agent: answer to session/new' })
})

test('alignment finds a shortest way, in order', () => {
  const list = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 })
  fc.assert(
    fc.property(list, list, (left, right) => {
      const way = align(left, right)
      expect(way.flatMap(([one]) => (one === undefined ? [] : [one]))).toEqual([...left.keys()])
      expect(way.flatMap(([, other]) => (other === undefined ? [] : [other]))).toEqual([...right.keys()])
      for (const [one, other] of way)
        if (one !== undefined && other !== undefined) expect(left[one]).toBe(right[other])
      const pairs = way.filter(([one, other]) => one !== undefined && other !== undefined).length
      expect(pairs).toBe(longestCommon(left, right))
    }),
    { numRuns: atLeast(500) },
  )
})

function longestCommon(left: readonly string[], right: readonly string[]): number {
  const [first, ...rest] = left
  const table = Array.from({ length: left.length + 1 }, () => new Array<number>(right.length + 1).fill(0))
  for (let i = 1; i <= left.length; i++)
    for (let j = 1; j <= right.length; j++)
      (table[i] as number[])[j] =
        left[i - 1] === right[j - 1]
          ? (table[i - 1]?.[j - 1] ?? 0) + 1
          : Math.max(table[i - 1]?.[j] ?? 0, table[i]?.[j - 1] ?? 0)
  return first === undefined && rest.length === 0 ? 0 : (table[left.length]?.[right.length] ?? 0)
}

test('long recordings that have little in common are compared in a moment', () => {
  const many = (salt: string): readonly string[] =>
    Array.from({ length: 20_000 }, (_, index) => `${salt}${index % 7}`)
  const begun = performance.now()
  expect(align(many('a'), many('b'))).toHaveLength(40_000)
  expect(performance.now() - begun).toBeLessThan(8_000)
})
