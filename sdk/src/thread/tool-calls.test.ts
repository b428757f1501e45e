import { expect, test } from 'vitest'
import { fold, glance, type Happening, said, text } from './fold.fixture.js'
import { openToolCalls, toolCallOf } from './selectors.js'
import { toValue } from './value.js'

const CONTENT = [{ type: 'content', content: text('shown') }] as const
const made = {
  sessionUpdate: 'tool_call',
  toolCallId: 't',
  title: 'Read a',
  name: 'read_file',
  kind: 'read',
  status: 'in_progress',
  content: CONTENT,
  locations: [{ path: '/a', line: 3 }],
  rawInput: { path: '/a' },
  _meta: { a: 1 },
} as const
const change = (fields: object) =>
  ({ sessionUpdate: 'tool_call_update', toolCallId: 't', ...fields }) as Happening
const callAfter = (version: 1 | 2, ...events: Happening[]) => toValue(fold(version, ...events)).entries[0]

const MADE = {
  kind: 'tool_call',
  toolCallId: 't',
  title: 'Read a',
  name: 'read_file',
  toolKind: 'read',
  status: 'in_progress',
  content: CONTENT,
  locations: [{ path: '/a', line: 3 }],
  rawInput: { path: '/a' },
  meta: { a: 1 },
}
const NULLS = {
  title: null,
  name: null,
  kind: null,
  status: null,
  content: null,
  locations: null,
  rawInput: null,
  rawOutput: null,
  _meta: null,
}

test('version 1: a call has what it was made with, and defaults for the rest', () => {
  expect(callAfter(1, made)).toEqual(MADE)
  expect(callAfter(1, { sessionUpdate: 'tool_call', toolCallId: 't', title: 'x' })).toEqual({
    kind: 'tool_call',
    toolCallId: 't',
    title: 'x',
    toolKind: 'other',
    status: 'pending',
    content: [],
    locations: [],
  })
})

test('version 1: what a change leaves out, or says to be null, stays as it was', () => {
  expect(callAfter(1, made, change({}))).toEqual(MADE)
  expect(callAfter(1, made, change(NULLS))).toEqual(MADE)
  expect(
    callAfter(1, made, change({ status: 'completed', content: [], rawOutput: 5, _meta: { b: 2 } })),
  ).toEqual({
    ...MADE,
    status: 'completed',
    content: [],
    rawOutput: 5,
    meta: { a: 1, b: 2 },
  })
})

test('version 2: the first change makes the call, and null clears', () => {
  const { sessionUpdate: _made, ...fields } = made
  expect(callAfter(2, change({ ...fields, capabilities: { cancel: {} } }))).toEqual({
    ...MADE,
    capabilities: { cancel: {} },
  })
  expect(
    callAfter(2, change({ ...fields, capabilities: {} }), change({ ...NULLS, capabilities: null })),
  ).toEqual({
    kind: 'tool_call',
    toolCallId: 't',
    toolKind: 'other',
    status: 'pending',
    content: [],
    locations: [],
  })
  expect(callAfter(2, change(fields), change({}))).toEqual(MADE)
})

test('version 2: content comes piece by piece, also for a call that was not heard of', () => {
  const more = (words: string): Happening => ({
    sessionUpdate: 'tool_call_content_chunk',
    toolCallId: 't',
    content: { type: 'content', content: text(words) },
  })
  const content = (words: string) => ({ type: 'content', content: text(words) })
  expect(callAfter(2, more('a'), more('b'))).toMatchObject({ content: [content('a'), content('b')] })
  expect(callAfter(2, more('a'), change({ content: CONTENT }), more('b'))).toMatchObject({
    content: [...CONTENT, content('b')],
  })
  expect(callAfter(2, more('a'), change({ content: null }))).toMatchObject({ content: [] })
})

test('a call stays where it was first heard of', () => {
  const thread = fold(1, made, said('agent', 'then'), change({ status: 'failed' }))
  expect(glance(thread)).toEqual(['Read a: failed', 'agent: then'])
})

test('a change of the wrong kind changes nothing else', () => {
  const wrong = { title: 5, kind: {}, status: [], content: 'x', locations: [{}], _meta: 'x' }
  for (const version of [1, 2] as const)
    expect(
      callAfter(version, change({ title: 'x', locations: [{ path: '/a' }] }), change(wrong)),
    ).toMatchObject({
      title: 'x',
      status: 'pending',
      locations: [{ path: '/a' }],
    })
})

test.each([1, 2] as const)('version %i: after a cancel unfinished calls count as cancelled', version => {
  const other = {
    sessionUpdate: 'tool_call_update',
    toolCallId: 'd',
    title: 'done',
    status: 'completed',
  } as const
  const cancelled = fold(version, change({ title: 'x', status: 'in_progress' }), other, { type: 'cancel' })
  expect(glance(cancelled)).toEqual(['x: cancelled', 'done: completed'])
  expect(toolCallOf(cancelled, 't')?.cancelledFrom).toBe('in_progress')
  expect(openToolCalls(cancelled)).toEqual([])
})

test.each([1, 2] as const)('version %i: what the agent says of a call after a cancel wins', version => {
  const before = [change({ title: 'x', status: 'in_progress' }), { type: 'cancel' }] as const
  const late = fold(version, ...before, change({ status: 'completed' }))
  expect(glance(late)).toEqual(['x: completed'])
  expect(toolCallOf(late, 't')?.cancelledFrom).toBeUndefined()
  expect(glance(fold(version, ...before, change({ content: [] })))).toEqual(['x: cancelled'])
})

test('version 2: a cancel does not reach what runs in the background', () => {
  const thread = fold(
    2,
    change({ title: 'x', status: 'in_progress' }),
    { sessionUpdate: 'state_update', state: 'running', background: [{ type: 'tool_call', toolCallId: 't' }] },
    { type: 'cancel' },
  )
  expect(glance(thread)).toEqual(['x: in_progress'])
  expect(openToolCalls(thread)).toHaveLength(1)
})
