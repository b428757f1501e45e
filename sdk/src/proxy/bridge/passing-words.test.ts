import { expect, test } from 'vitest'
import { wordsBetween } from './passing-words.js'

const piece = (text: string) => ({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } })

test('the words of a piece pass where its content does', () => {
  const said = piece('words')
  expect(wordsBetween(said, { ...said, messageId: 'm' })).toBe('words')
})

test('words that were made for something else are none of it', () => {
  expect(wordsBetween({ ...piece(''), content: { type: 'widget' } }, piece('[widget]'))).toBeUndefined()
  expect(wordsBetween(piece('words'), { sessionUpdate: 'session_info_update' })).toBeUndefined()
})
