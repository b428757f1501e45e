import { expect, test } from 'vitest'
import { optionalPackage } from './optional-package.js'

const failing = (error: Error): Promise<never> => Promise.reject(error)

test('a missing package is named with what to do about it, and looked for again the next time', async () => {
  const missing = Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' })
  let isInstalled = false
  const load = optionalPackage(
    () => (isInstalled ? Promise.resolve('here') : failing(missing)),
    'Sockets need the package x',
  )
  await expect(load()).rejects.toThrow('Sockets need the package x: npm install it beside @parley/acp')
  isInstalled = true
  expect(await load()).toBe('here')
})

test('a package that is there and fails says so itself', async () => {
  const other = new Error('something else')
  await expect(optionalPackage(() => failing(other), 'It needs x')()).rejects.toBe(other)
})

test('a package is loaded once', async () => {
  let loads = 0
  const load = optionalPackage(async () => ++loads, 'It needs x')
  expect([await load(), await load()]).toEqual([1, 1])
})
