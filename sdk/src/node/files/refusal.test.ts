import { expect, test } from 'vitest'
import { rpcError } from '../../protocol/index.js'
import { toRefusal } from './refusal.js'

const failing = (code: string): Error => Object.assign(new Error(`${code}: /real/place`), { code })

test('what the system says is told in the words of the protocol, without its own', () => {
  const words = ['ENOENT', 'EACCES', 'EROFS', 'ENAMETOOLONG', 'ENOSPC', 'EIO'].map(code =>
    toRefusal(failing(code), '/asked'),
  )
  expect(words.map(error => (error as { code: number }).code)).toEqual([
    -32002, -32005, -32005, -32602, -32603, -32603,
  ])
  expect(JSON.stringify(words.map(error => [String(error), error]))).not.toContain('/real/place')
})

test('every other error is passed on as it is', () => {
  for (const error of [new TypeError('a bug'), rpcError('too_large', 'x'), 'text'])
    expect(toRefusal(error, '/asked')).toBe(error)
})
