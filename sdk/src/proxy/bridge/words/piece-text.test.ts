import { expect, test } from 'vitest'
import { UNNAMED } from './messages.js'
import { pieceText } from './piece-text.js'
import { nothingTold } from './told.js'
import { toNewUpdate } from './updates.js'

const words = { type: 'text', text: 'some "words"\n and 🧀' }

const translated = (update: object): unknown =>
  toNewUpdate(nothingTold, { sessionUpdate: 'agent_message_chunk', ...update } as never).updates[0]

test('a piece that streams by is written as JSON would write it', () => {
  const params = { sessionId: 's "1"', update: translated({ content: words }) }
  expect(pieceText(params)).toBe(JSON.stringify(params))
})

test.each([
  ['a piece with an id of its own', { content: words, messageId: 'm' }],
  ['notes beside it', { content: words, _meta: { x: 1 } }],
  ['more than a piece has', { content: words, x: 1 }],
  ['more than words', { content: { ...words, annotations: {} } }],
  ['something other than words', { content: { type: 'text', text: 7 } }],
  ['no content', {}],
])('anything else is left to JSON: %s', (_what, update) => {
  expect(pieceText({ sessionId: 's', update: translated(update) })).toBeUndefined()
})

test('whatever it is given, it throws nothing', () => {
  const update = { sessionUpdate: 'x', content: words, messageId: 'm', _meta: UNNAMED }
  const given = [
    undefined,
    null,
    1,
    [],
    {},
    { update },
    { sessionId: 1, update },
    { sessionId: 's', update, x: 1 },
  ]
  expect(given.map(pieceText)).toEqual(given.map(() => undefined))
  const odd = { ...update, messageId: 1 }
  expect(pieceText({ sessionId: 's', update: odd })).toBeUndefined()
})
