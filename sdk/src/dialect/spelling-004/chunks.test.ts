import { expect, test } from 'vitest'
import { chunkToOurs, chunkToTheirs } from './chunks.js'
import { plainToOurs, plainToTheirs } from './updates.js'

const text = { type: 'text', text: 'some words' }
const kind = 'agent_message_chunk'

test.each([
  ['nothing else', { sessionUpdate: kind, content: text }],
  ['a name', { sessionUpdate: kind, content: text, messageId: 'm' }],
  ['a name that is none', { sessionUpdate: kind, content: text, messageId: null }],
])('a piece of text with %s is there and back again what it was, by the short way', (_, update) => {
  const theirs = chunkToTheirs(update)
  expect(theirs).toMatchObject({ content: 'some words' })
  expect(chunkToOurs(kind, theirs ?? {})).toEqual(update)
})

test.each([
  ['something that nobody knows', { more: 1 }],
  ['a place of its own for more', { _meta: { 'example.com/x': 1 } }],
  ['a name and more', { messageId: 'm', more: 1 }],
])('a piece of text with %s takes the long way, and comes back', (_, others) => {
  const update = { sessionUpdate: kind, content: text, ...others }
  expect(chunkToTheirs(update)).toBeUndefined()
  const [, data] = plainToTheirs(update) ?? []
  expect(chunkToOurs(kind, data ?? {})).toBeUndefined()
  expect(plainToOurs(kind, data ?? {})).toEqual(update)
})
