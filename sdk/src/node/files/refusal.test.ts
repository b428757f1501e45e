import { expect, test } from 'vitest'
import { rpcError } from '../../protocol/index.js'
import { absent, denied, errnoOf, fromHost, isAbsence, outside, toRefusal } from './refusal.js'

const failing = (code: unknown): Error => Object.assign(new Error(`${code}: /real/place`), { code })

const [denial, absence, invalid, internal] = [
  [-32005, 'resource_access_denied'],
  [-32002, 'resource_not_found'],
  [-32602, 'invalid_params'],
  [-32603, 'internal_error'],
] as const

test('what the system says is told in the words of the protocol, without its own', () => {
  for (const [errno, [code, reason], message] of [
    ['ENOENT', absence, 'No such file'],
    ['ENOTDIR', absence, 'No such file'],
    ['ENAMETOOLONG', invalid, 'The path is too long'],
    ['ELOOP', denial, 'A link leads in a circle, or stands where none is followed'],
    ['EACCES', denial, 'The system does not allow it'],
    ['EPERM', denial, 'The system does not allow it'],
    ['EROFS', denial, 'The file system is read-only'],
    ['EISDIR', denial, 'Not a regular file'],
    ['ENXIO', denial, 'Not a regular file'],
    ['ENOSPC', internal, 'There is no space left on the device'],
    ['EDQUOT', internal, 'The disk quota is used up'],
    ['EMFILE', internal, 'Too many files are open'],
    ['ENFILE', internal, 'Too many files are open'],
    ['EIO', internal, 'The file cannot be used (EIO)'],
  ] as const)
    expect(toRefusal(failing(errno), '/asked')).toMatchObject({
      code,
      message,
      data: { reason, path: '/asked' },
    })
})

test('every other error is passed on as it is', () => {
  for (const error of [new TypeError('a bug'), rpcError('too_large', 'x'), failing(5), 'text', null])
    expect(toRefusal(error, '/asked')).toBe(error)
})

test('only errors of the system have its words', () => {
  expect(errnoOf(failing('EIO'))).toBe('EIO')
  for (const error of [failing(5), new Error('plain'), { code: 'EIO' }, 'EIO', null, undefined])
    expect(errnoOf(error)).toBeUndefined()
  expect(['ENOENT', 'ENOTDIR', 'EIO'].map(code => isAbsence(failing(code)))).toEqual([true, true, false])
})

test('what the code of the host throws is told as it is, also where it reads like an error of the system', async () => {
  const fault = failing('ENOENT')
  const passed = await fromHost(() => Promise.reject(fault)).catch((error: unknown) => error)
  expect(toRefusal(passed, '/asked')).toBe(fault)
  expect(await fromHost(() => 'answer')).toBe('answer')
})

test('a refusal names the path that was asked for', () => {
  expect(denied('/asked', 'Not today')).toMatchObject({
    code: -32005,
    message: 'Not today',
    data: { reason: 'resource_access_denied', path: '/asked' },
  })
  expect(absent('/asked')).toMatchObject({ code: -32002, message: 'No such file', data: { path: '/asked' } })
  expect(outside('/asked')).toMatchObject({
    code: -32005,
    message: 'The file is outside the directories of this session',
    data: { path: '/asked' },
  })
})
