import { expect, test } from 'vitest'
import { defaultLimits, withDefaults } from './limits.js'

const MEBIBYTE = 1024 * 1024

test('the limits are the promised ones where nothing else is said', () => {
  expect(withDefaults(undefined)).toMatchObject({
    messageBytes: 32 * MEBIBYTE,
    depth: 128,
    items: 100_000,
    batchEntries: 1_000,
    pendingRequests: 1_024,
    unsentAnswerBytes: 8 * MEBIBYTE,
    unsentBytes: 64 * MEBIBYTE,
    undeliveredBytes: 16 * MEBIBYTE,
    undeliveredBytesAtMost: 64 * MEBIBYTE,
  })
})

test('each limit can be set by itself', () => {
  for (const name of Object.keys(defaultLimits))
    expect(withDefaults({ [name]: 7 })).toEqual({ ...defaultLimits, [name]: 7 })
})
