import { AcpError, ConnectionError, RpcError } from '@parley/acp/client'
import { expect, test } from 'vitest'
import { isUnknownMethod, toFailure, toShown, wantsSignIn, wordOf } from './failure.js'

const refused = (code: number, message: string, reason?: string): RpcError =>
  new RpcError(code, message, reason === undefined ? undefined : { reason })

test.each<[string, unknown, object]>([
  ['an agent that wants a sign-in', refused(-32000, 'Authentication required'), { offer: 'sign-in' }],
  ['a session that is gone', refused(-32002, 'x', 'session_not_found'), { offer: 'new-session' }],
  [
    'a file that has changed',
    refused(-32000, 'x', 'conflict'),
    { message: expect.stringContaining('changed') },
  ],
  ['a connection that is over', new ConnectionError('closed', 'gone'), { offer: 'retry' }],
  ['a silence', new ConnectionError('timeout', 'x'), { message: 'There was no answer in time.' }],
  [
    'a word nobody knows',
    refused(-32601, 'Method not found'),
    { message: expect.stringContaining('cannot') },
  ],
  [
    'an error with a cure',
    new Error('It broke.\nWhat to do: mend it'),
    { message: 'It broke.', cure: 'mend it' },
  ],
  ['a text', 'plain words', { message: 'plain words' }],
  ['an object', { message: 'its words' }, { message: 'its words' }],
  ['an object that says nothing', { a: 1 }, { message: expect.stringContaining('nobody said what') }],
  ['nothing', undefined, { message: expect.stringContaining('nobody said what') }],
])('%s is told in a sentence', (_, error, failure) => {
  const told = toFailure(error)
  expect(told).toMatchObject(failure)
  expect(JSON.stringify(told)).not.toMatch(/object Object|\bat .*:\d+/)
})

test.each([
  refused(-32603, 'Internal error'),
  refused(-32601, 'Method not found'),
  refused(-32002, 'x', 'resource_not_found'),
  refused(-32000, 'x', 'permission_denied'),
  new AcpError('version_mismatch', 'x'),
])('%s says what to do, or offers it', error => {
  expect(toFailure(error).cure).toMatch(/\.$/)
})

test('who refused is named, in whole sentences: the gateway where it says that it was', () => {
  const { message } = toFailure(refused(-32603, 'It broke'))
  expect(message).toBe('The agent answered: It broke.')
  const own = new RpcError(-32006, 'No', { reason: 'invalid_session_state', by: 'gateway' })
  expect(toFailure(own).message).toBe('The workbench’s server answered: No.')
  expect(toFailure(refused(-32603, 'Full!', 'store_full')).message).toBe(
    'The workbench’s server answered: Full!',
  )
})

test('what others write into an error is one line of bounded length, without what moves letters', () => {
  const { message } = toFailure(new Error(`a\u202eb\u001b[31mc\n${'d'.repeat(10_000)}`))
  expect(message).not.toMatch(/[\p{Cc}\u202e]/u)
  expect(message.length).toBeLessThan(2_200)
})

test('programs know errors by their words', () => {
  expect(wordOf(new AcpError('capability_missing', 'x'))).toBe('capability_missing')
  expect(toShown(refused(-32000, 'x', 'conflict'))).toMatchObject({ name: 'ShownError', reason: 'conflict' })
  expect(wantsSignIn(refused(-32000, 'Authentication required'))).toBe(true)
  expect(isUnknownMethod(refused(-32601, 'x'))).toBe(true)
  expect(isUnknownMethod(refused(-32602, 'x'))).toBe(false)
})
