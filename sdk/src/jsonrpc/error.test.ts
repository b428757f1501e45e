import { expect, test } from 'vitest'
import { RpcError, receivedError, toErrorObject, toHandlerError } from './error.js'

test("a handler's bug is told as a number and a name to search for, never as what went wrong", () => {
  const told = toErrorObject(new Error('password hunter2 at /home/me'), false)
  expect(told).toMatchObject({ code: -32603, message: 'Internal error', data: { reason: 'internal_error' } })
  expect(told.data).toHaveProperty('correlationId', expect.stringMatching(/^[0-9a-f-]{36}$/))
  expect(JSON.stringify(told)).not.toContain('hunter2')
})

test('what is thrown that is no Error is a bug like any other', () => {
  for (const thrown of ['hunter2', undefined, null, 7, { code: 1, message: 'hunter2' }]) {
    const told = toErrorObject(thrown, false)
    expect(told.code).toBe(-32603)
    expect(JSON.stringify(told)).not.toContain('hunter2')
  }
})

test('an RpcError is told as it is', () => {
  const told = toErrorObject(
    new RpcError(-32002, 'Session not found', { reason: 'session_not_found' }),
    false,
  )
  expect(told).toEqual({ code: -32002, message: 'Session not found', data: { reason: 'session_not_found' } })
})

test('an AbortError of a cancelled request is told as cancelled, of any other as a bug', () => {
  const abort = new DOMException('stop', 'AbortError')
  expect(toErrorObject(abort, true)).toMatchObject({ code: -32800, data: { reason: 'request_cancelled' } })
  expect(toErrorObject(abort, false)).toMatchObject({ code: -32603 })
})

test('the data of an error stays within four kilobytes; beyond that only its word is told', () => {
  const told = toErrorObject(
    new RpcError(-1, 'no', { reason: 'auth_failed', page: 'x'.repeat(5_000) }),
    false,
  )
  expect(told).toEqual({ code: -1, message: 'no', data: { reason: 'auth_failed' } })
})

test('data that cannot be written costs the data, not the answer', () => {
  const cycle: Record<string, unknown> = { reason: 'auth_failed' }
  cycle.self = cycle
  expect(toErrorObject(new RpcError(-1, 'no', cycle), false).data).toEqual({ reason: 'auth_failed' })
  expect(toErrorObject(new RpcError(-1, 'no', 5n), false).code).toBe(-1)
})

test('a message is cut to a bounded length without cutting a character in two', () => {
  const told = toErrorObject(new RpcError(-1, `${'x'.repeat(1_023)}\u{1f600}${'y'.repeat(5_000)}`), false)
  expect(told.message.length).toBeLessThanOrEqual(1_024)
  expect(told.message).not.toMatch(/\p{Surrogate}/u)
})

const fromPeer = (code: number): RpcError =>
  receivedError({ code, message: 'hunter2', data: { reason: 'hunter2' } }, 'fs/read_text_file')

test('what a peer answered and nobody handled is told as the call that failed, never in the words of the peer', () => {
  const told = toHandlerError(fromPeer(7), false)
  expect(told).toMatchObject({
    code: -32603,
    message: 'Internal error: fs/read_text_file was answered with an error',
    data: { reason: 'internal_error', correlationId: expect.stringMatching(/^[0-9a-f-]{36}$/) },
  })
  expect(JSON.stringify(told)).not.toContain('hunter2')
})

test('what a peer answered is passed on where somebody means to', () => {
  const { code, message, data } = fromPeer(7)
  const passedOn = { code: 7, message: 'hunter2', data: { reason: 'hunter2' } }
  expect(toHandlerError(new RpcError(code, message, data), false)).toEqual(passedOn)
  expect(toErrorObject(fromPeer(7), false)).toEqual(passedOn)
})

test('a peer that gave up with a request that was called off leaves it cancelled', () => {
  expect(toHandlerError(fromPeer(-32800), true)).toMatchObject({ code: -32800, message: 'Request cancelled' })
  expect(toHandlerError(fromPeer(-32800), false)).toMatchObject({ code: -32603 })
})
