import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold, glance, said, text, thought } from './fold.fixture.js'
import type { ThreadUpdate } from './reduce.js'
import { toValue } from './value.js'

const IMAGE = { type: 'image', data: 'AA==', mimeType: 'image/png' } as const

test('version 1: pieces without an id continue what the same role is saying', () => {
  const thread = fold(
    1,
    said('user', 'hel'),
    said('user', 'lo'),
    thought('hm'),
    said('agent', 'h'),
    said('agent', 'i'),
  )
  expect(glance(thread)).toEqual(['user: hello', 'thought: hm', 'agent: hi'])
})

test('version 1: a tool call ends the message before it, and an unknown update does not', () => {
  const thread = fold(
    1,
    said('agent', 'a'),
    { sessionUpdate: '_mine' } as never,
    said('agent', 'b'),
    { sessionUpdate: 'tool_call', toolCallId: 't', title: 'look' },
    said('agent', 'c'),
    { sessionUpdate: 'tool_call_update', toolCallId: 't', status: 'completed' },
    said('agent', 'd'),
  )
  expect(glance(thread)).toEqual(['agent: ab', 'raw', 'look: completed', 'agent: cd'])
})

test('version 1: another id begins another message, and a known id goes on with its own', () => {
  const thread = fold(
    1,
    said('agent', 'a', 'x'),
    said('agent', 'b', 'y'),
    said('agent', 'c', 'x'),
    said('agent', 'd'),
  )
  expect(glance(thread)).toEqual(['agent: ac', 'agent: bd'])
})

test('version 1: an id that is null is no id', () => {
  const update = { sessionUpdate: 'agent_message_chunk', content: text('b'), messageId: null } as const
  expect(glance(fold(1, said('agent', 'a'), update))).toEqual(['agent: ab'])
})

test('version 2: pieces of several messages may interleave, and ids are those of one role', () => {
  const thread = fold(
    2,
    said('agent', 'a', 'x'),
    said('agent', '1', 'y'),
    said('user', 'u', 'x'),
    said('agent', 'b', 'x'),
    said('agent', '2', 'y'),
  )
  expect(glance(thread)).toEqual(['agent: ab', 'agent: 12', 'user: u'])
})

test('version 2: a whole message replaces every piece, and stays where it was', () => {
  const whole = (content: unknown) =>
    ({ sessionUpdate: 'agent_message', messageId: 'x', content }) as ThreadUpdate
  const before = [said('agent', 'old', 'x'), said('agent', 'next', 'y')]
  expect(glance(fold(2, ...before, whole([text('new'), text('er')])))).toEqual([
    'agent: newer',
    'agent: next',
  ])
  expect(glance(fold(2, ...before, whole(undefined)))).toEqual(['agent: old', 'agent: next'])
  expect(glance(fold(2, ...before, whole(null)))).toEqual(['agent: ', 'agent: next'])
  expect(glance(fold(2, ...before, whole([])))).toEqual(['agent: ', 'agent: next'])
  expect(glance(fold(2, ...before, whole([]), said('agent', 'again', 'x')))).toEqual([
    'agent: again',
    'agent: next',
  ])
})

test('version 2: a whole message that was not heard of before is a new one, of each role', () => {
  const whole = (sessionUpdate: 'user_message' | 'agent_message' | 'agent_thought') =>
    ({ sessionUpdate, messageId: 'x', content: [text(sessionUpdate)] }) as const
  const thread = fold(2, whole('user_message'), whole('agent_thought'), whole('agent_message'))
  expect(glance(thread)).toEqual(['user: user_message', 'thought: agent_thought', 'agent: agent_message'])
})

test('version 2: metadata is patched key by key, a null removes a key, and null removes all', () => {
  const meta = (_meta: Record<string, unknown> | null | undefined) =>
    ({ sessionUpdate: 'agent_message', messageId: 'x', _meta }) as ThreadUpdate
  const metaAfter = (...patches: Parameters<typeof meta>[0][]) =>
    toValue(fold(2, ...patches.map(meta))).entries[0]?.meta
  expect(metaAfter({ a: 1, b: 2 }, { b: 3, c: null })).toEqual({ a: 1, b: 3 })
  expect(metaAfter({ a: 1, b: 2 }, { a: null }, undefined)).toEqual({ b: 2 })
  expect(metaAfter({ a: 1 }, null)).toBeUndefined()
  expect(metaAfter({ a: 1 }, null, { b: 2 })).toEqual({ b: 2 })
})

test('what is not plain text stays a piece of its own', () => {
  const noted = { type: 'text', text: 'n', annotations: { priority: 1 } } as const
  const chunk = (content: typeof noted | typeof IMAGE) =>
    ({ sessionUpdate: 'agent_message_chunk', content }) as ThreadUpdate
  const thread = fold(1, said('agent', 'a'), chunk(noted), said('agent', 'b'), chunk(IMAGE), chunk(IMAGE))
  expect(toValue(thread).entries[0]?.content).toEqual([text('a'), noted, text('b'), IMAGE, IMAGE])
})

test('however a text is cut into pieces, the message is the same', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { minLength: 1 }), pieces => {
      const cut = fold(1, ...pieces.map(piece => said('agent', piece)))
      expect(toValue(cut)).toEqual(toValue(fold(1, said('agent', pieces.join('')))))
    }),
  )
})
