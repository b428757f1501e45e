import { expect, test } from 'vitest'
import { isOpening, Routing, sessionEntered, sessionMade } from './routing.js'

const request = (id: unknown, method: string, params?: unknown) => ({ jsonrpc: '2.0', id, method, params })
const answer = (id: unknown, result: unknown = {}) => ({ jsonrpc: '2.0', id, result })

test('a call belongs to the session of its params, and to the connection without one', () => {
  const routing = new Routing()
  expect(routing.streamOf({ method: 'session/update', params: { sessionId: 'one' } })).toBe('one')
  expect(routing.streamOf(request(1, '_x/y', { sessionId: 'one' }))).toBe('one')
  expect(routing.streamOf({ method: '$/cancel_request', params: { requestId: 3 } })).toBeUndefined()
  expect(routing.streamOf({ method: 'x', params: { sessionId: 5 } })).toBeUndefined()
  expect(routing.streamOf({ method: 'x', params: { sessionId: 's'.repeat(2_000) } })).toBeUndefined()
})

test('an answer belongs to the stream of its request, once', () => {
  const routing = new Routing()
  routing.note(request(1, 'session/prompt', { sessionId: 'one' }))
  routing.note(request('1', 'session/prompt', { sessionId: 'two' }))
  expect(routing.streamOf(answer('1'))).toBe('two')
  expect(routing.streamOf({ id: 1, error: { code: 1, message: '' } })).toBe('one')
  expect(routing.streamOf(answer(1))).toBeUndefined()
})

test('what begins, finds or loads a session is answered outside of it', () => {
  const routing = new Routing()
  for (const method of ['initialize', 'session/new', 'session/load', 'session/list'])
    routing.note(request(method, method, { sessionId: 'one' }))
  for (const method of ['session/new', 'session/load', 'session/list'])
    expect(routing.streamOf(answer(method)), method).toBeUndefined()
  routing.note(request(7, 'session/resume', { sessionId: 'one' }))
  expect(routing.streamOf(answer(7))).toBe('one')
})

test('an array is told in a session only when all of it belongs there', () => {
  const routing = new Routing()
  routing.note([
    request(1, 'a', { sessionId: 'one' }),
    request(2, 'b', { sessionId: 'one' }),
    request(3, 'c'),
  ])
  expect(routing.streamOf([answer(1), answer(2)])).toBe('one')
  routing.note([request(4, 'a', { sessionId: 'one' })])
  expect(routing.streamOf([answer(4), answer(3)])).toBeUndefined()
  expect(routing.streamOf([])).toBeUndefined()
})

test('requests that nobody answers are forgotten, the oldest first', () => {
  const routing = new Routing()
  for (let id = 0; id < 5_000; id++) routing.note(request(id, 'a', { sessionId: 'one' }))
  expect(routing.streamOf(answer(0))).toBeUndefined()
  expect(routing.streamOf(answer(4_999))).toBe('one')
  expect(routing.streamOf(answer(1_000))).toBe('one')
})

test('what is no message belongs to no session and harms nothing', () => {
  const routing = new Routing()
  for (const value of [
    undefined,
    null,
    5,
    'x',
    {},
    { id: {} },
    { method: 5 },
    { id: 1, method: 'm', params: null },
  ]) {
    routing.note(value)
    expect(routing.streamOf(value)).toBeUndefined()
    expect(isOpening(value)).toBe(false)
  }
})

test('an opening is initialize with an id', () => {
  expect(isOpening(request(0, 'initialize'))).toBe(true)
  expect(isOpening(request(null, 'initialize'))).toBe(false)
  expect(isOpening({ method: 'initialize' })).toBe(false)
  expect(isOpening(request(0, 'session/new'))).toBe(false)
})

test('sessions are entered by request and made by answer', () => {
  expect(sessionEntered(request(1, 'session/load', { sessionId: 'one' }))).toBe('one')
  expect(sessionEntered(request(1, 'session/resume', { sessionId: 'one' }))).toBe('one')
  expect(sessionEntered(request(1, 'session/prompt', { sessionId: 'one' }))).toBeUndefined()
  expect(sessionMade(answer(1, { sessionId: 'new' }))).toBe('new')
  expect(sessionMade(answer(1, null))).toBeUndefined()
})
