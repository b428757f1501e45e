import { expect, test } from 'vitest'
import { readView } from './view.js'

test('what a client tells is read, and what it leaves out stays out', () => {
  const session = { sessionId: 'one', stopReason: 'end_turn', messages: [{ role: 'agent', text: 'Hello' }] }
  const view = readView(JSON.stringify({ sessions: [session] }))
  expect(view?.sessions[0]).toMatchObject(session)
  expect(view?.sessions[0]?.plan).toBeUndefined()
  expect(view?.error).toBeUndefined()
})

test.each(['', 'null', '[]', '{', '{"sessions":{}}', '"text"'])('%j is no view', text => {
  expect(readView(text)).toBeUndefined()
})

test('what has another shape than it should is left out or made harmless', () => {
  const odd = { sessionId: 7, plan: 'soon', toolCalls: [null, 3], messages: [{ text: {} }], error: 5 }
  const view = readView(JSON.stringify({ sessions: [odd, null], listed: 3, error: [] }))
  expect(view).toEqual({
    sessions: [
      expect.objectContaining({ sessionId: '7', toolCalls: [{}, {}], plan: undefined, error: undefined }),
      expect.objectContaining({ sessionId: 'undefined' }),
    ],
    listed: undefined,
    error: undefined,
  })
})
