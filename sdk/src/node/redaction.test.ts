import { expect, test } from 'vitest'
import { createRedactor } from '../guard/redact.js'
import { RpcError } from '../jsonrpc/index.js'
import type { LogEntry } from '../protocol/index.js'
import { redactedLog, secretHash } from './redaction.js'

const SECRET = 'canary+7f3a/9c1e'
const entry: LogEntry = { level: 'warn', event: 'e', message: `with ${SECRET}`, method: `m/${SECRET}` }

const logged = (it: LogEntry): LogEntry => {
  const seen: LogEntry[] = []
  redactedLog(each => seen.push(each), createRedactor({ known: [SECRET] }))(it)
  return seen[0] as LogEntry
}

test('a log without secrets says everything else', () => {
  expect(logged(entry)).toEqual({
    level: 'warn',
    event: 'e',
    message: 'with «redacted»',
    method: 'm/«redacted»',
  })
  expect(logged({ level: 'info', event: 'e', message: 'm', repeated: 3 })).toEqual({
    level: 'info',
    event: 'e',
    message: 'm',
    repeated: 3,
  })
})

test('errors in a log have no secrets, neither in their traces and causes nor in what is their own', () => {
  const cause = new Error(`because of ${SECRET}`)
  const error = Object.assign(new TypeError(`cannot use ${SECRET}`, { cause }), {
    password: 'swordfish',
    code: 7,
  })
  const { error: shown } = logged({ ...entry, error })
  expect(shown).toBeInstanceOf(Error)
  expect(shown).toMatchObject({
    name: 'TypeError',
    message: 'cannot use «redacted»',
    code: 7,
    password: '«redacted»',
    cause: { message: 'because of «redacted»' },
  })
  expect((shown as Error).stack).toContain('redaction.test.ts')
  expect((shown as Error).stack).not.toContain(SECRET)
  expect((shown as Error).cause).not.toHaveProperty('cause')
})

test('what crosses the wire as an error has no secrets in its data', () => {
  const { error } = logged({ ...entry, error: new RpcError(1, 'm', { token: SECRET, hint: [SECRET] }) })
  expect(error).toMatchObject({
    name: 'RpcError',
    code: 1,
    data: { token: '«redacted»', hint: ['«redacted»'] },
  })
  expect(logged({ ...entry, error: { token: SECRET } }).error).toEqual({ token: '«redacted»' })
})

test('a chain of causes without end is cut off', () => {
  const error = new Error('round')
  error.cause = error
  let shown = logged({ ...entry, error }).error
  let length = 0
  for (; shown instanceof Error; shown = shown.cause) length++
  expect(length).toBe(9)
})

test('the hash of a secret is the same for the same secret and key, and for nothing else', () => {
  const key = new Uint8Array([1, 2, 3])
  expect(secretHash(key)(SECRET)).toBe(secretHash(key)(SECRET))
  expect(secretHash(key)(SECRET)).not.toBe(secretHash(key)(`${SECRET}.`))
  expect(secretHash(key)(SECRET)).not.toBe(secretHash()(SECRET))
  expect(secretHash()(SECRET)).toMatch(/^[0-9a-f]{64}$/)
})
