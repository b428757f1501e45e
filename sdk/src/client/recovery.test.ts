import { expect, test } from 'vitest'
import {
  AcpError,
  ConnectionError,
  isAcpError,
  isConnectionError,
  isRpcError,
  RpcError,
  reasonOf,
  rpcError,
} from '../protocol/index.js'
import { withRetry } from './recovery.js'

/** Fails with each of the errors in turn, then succeeds. */
function failing(...errors: unknown[]) {
  const waits: number[] = []
  const state = { tries: 0 }
  const run = async () => {
    state.tries++
    if (errors.length > 0) throw errors.shift()
    return 'done'
  }
  const wait = async (milliseconds: number) => void waits.push(milliseconds)
  return { run, wait, waits, state }
}

const limited = (retryAfter?: unknown) => rpcError('rate_limited', 'slow down', { retryAfter })

test('an agent that is too busy is asked again after the time it names', async () => {
  const { run, wait, waits } = failing(limited(2), limited(0.5))
  expect(await withRetry(run, { wait })).toBe('done')
  expect(waits).toEqual([2_000, 500])
})

test('where no time is named each wait is twice the one before, up to the longest', async () => {
  const { run, wait, waits } = failing(
    limited(),
    limited('soon'),
    new ConnectionError('timeout', 't'),
    limited(-1),
  )
  const patience = { attempts: 5, delay: 100, longestDelay: 300, repeatsTimeouts: true }
  expect(await withRetry(run, { wait, ...patience })).toBe('done')
  expect(waits).toEqual([100, 200, 300, 300])
})

test('the number of tries is bounded, and the last error is the answer', async () => {
  const { run, wait, state } = failing(...Array.from({ length: 9 }, () => limited(1)))
  await expect(withRetry(run, { wait })).rejects.toMatchObject({ code: -32008 })
  expect(state.tries).toBe(4)
})

test('an agent that wants to be left alone for too long is', async () => {
  const { run, wait, state } = failing(limited(3_600))
  await expect(withRetry(run, { wait })).rejects.toMatchObject({ code: -32008 })
  expect(state.tries).toBe(1)
})

test('errors that do not pass are not tried again', async () => {
  for (const error of [
    new AcpError('capability_missing', 'x'),
    rpcError('auth_required', 'x'),
    new Error('x'),
  ]) {
    const { run, wait, state } = failing(error)
    await expect(withRetry(run, { wait })).rejects.toBe(error)
    expect(state.tries).toBe(1)
  }
})

test('what timed out may have been done already, and is repeated only where that is asked for', async () => {
  for (const error of [new ConnectionError('timeout', 'x'), rpcError('timeout', 'x')]) {
    const { run, wait, state } = failing(error)
    await expect(withRetry(run, { wait })).rejects.toBe(error)
    expect(state.tries).toBe(1)
    const asked = failing(error)
    expect(await withRetry(asked.run, { wait, repeatsTimeouts: true })).toBe('done')
  }
})

test('a session that was lost is begun anew only by who asked for that, and once', async () => {
  const lost = () => rpcError('session_not_found', 'gone')
  const { run, wait, state } = failing(lost())
  await expect(withRetry(run, { wait })).rejects.toMatchObject({ code: -32002 })
  expect(state.tries).toBe(1)
  const asked = failing(lost(), lost())
  let renewed = 0
  const renew = () => renewed++
  await expect(withRetry(asked.run, { wait, renew })).rejects.toMatchObject({ code: -32002 })
  expect([asked.state.tries, renewed]).toEqual([2, 1])
  const once = failing(lost())
  expect(await withRetry(once.run, { wait, renew })).toBe('done')
})

test('a wait can be called off, and who asks is told of each', async () => {
  const controller = new AbortController()
  const told: number[] = []
  const { run } = failing(limited(30))
  const retrying = withRetry(run, {
    signal: controller.signal,
    onRetry: (_, milliseconds) => {
      told.push(milliseconds)
      setTimeout(() => controller.abort(new Error('enough')), 5)
    },
  })
  await expect(retrying).rejects.toThrow('enough')
  expect(told).toEqual([30_000])
  await expect(withRetry(run, { signal: controller.signal })).rejects.toThrow('enough')
})

test('the errors of another copy of the library are known by their names', () => {
  class RpcErrorOfAnotherCopy extends Error {
    override readonly name = 'RpcError'
    readonly code = -32000
    readonly data = undefined
    readonly reason = undefined
  }
  const foreign = new RpcErrorOfAnotherCopy('x')
  expect(foreign).not.toBeInstanceOf(RpcError)
  expect([isRpcError(foreign), reasonOf(foreign)]).toEqual([true, 'auth_required'])
  expect([isRpcError(new Error('x')), isAcpError(foreign), isConnectionError(foreign)]).toEqual([
    false,
    false,
    false,
  ])
  expect(isAcpError(new AcpError('not_offered', 'x'))).toBe(true)
  expect(isConnectionError(new ConnectionError('closed', 'x'))).toBe(true)
})
