import type { Turn } from '@parley/acp/agent'
import { expect, test } from 'vitest'
import { withPatience } from './patience.js'

test('whoever gave up before the pause began is not kept waiting for its end', async () => {
  const ending = new AbortController()
  const notice = async (): Promise<void> => ending.abort()
  const turn = { signal: ending.signal, notice } as unknown as Turn
  const busy = (): Promise<never> => Promise.reject(Object.assign(new Error('busy'), { statusCode: 503 }))
  const started = performance.now()
  const patience = { tries: 2, firstPause: 3_000, longestPause: 5_000 }
  await expect(withPatience(turn, busy, patience)).rejects.toThrow('aborted')
  expect(performance.now() - started).toBeLessThan(1_000)
})
