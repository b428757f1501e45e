import { expect, test } from 'vitest'
import { PendingCall } from './pending-call.js'
import { WaitingCalls } from './waiting-calls.js'

function callOf(id: number): PendingCall {
  const settling = { resolve: () => {}, reject: () => {} }
  return new PendingCall({ id, question: { method: 'm', params: {} }, options: {} }, settling, {
    abandon: () => {},
  })
}

test('one that waits long is found behind any number of later ones', () => {
  const waiting = new WaitingCalls()
  const slow = callOf(3)
  waiting.add(slow)
  for (let id = 4; id < 5_000; id++) {
    const quick = callOf(id)
    waiting.add(quick)
    expect(waiting.take(id)).toBe(quick)
  }
  expect([waiting.size, waiting.has(3), waiting.has(4)]).toEqual([1, true, false])
  expect(waiting.take(3)).toBe(slow)
  expect([waiting.size, waiting.take(3)]).toEqual([0, undefined])
})

test('ten thousand at once are all found, whatever the order of their answers', () => {
  const waiting = new WaitingCalls()
  const calls = Array.from({ length: 10_000 }, (_, id) => callOf(id))
  for (const call of calls) waiting.add(call)
  expect(waiting.size).toBe(10_000)
  expect(waiting.ids()).toEqual(calls.map(call => call.id))
  const found = calls.map((_, index) => waiting.take((index * 7_919) % 10_000))
  expect(new Set(found)).toEqual(new Set(calls))
  expect([waiting.size, waiting.ids()]).toEqual([0, []])
})

test('nothing is found by what only resembles an id', () => {
  const waiting = new WaitingCalls()
  waiting.add(callOf(1))
  for (const id of ['1', 1.5, 9, -7, 2 ** 32 + 1, null, undefined, true, {}, [1]]) {
    expect(waiting.has(id)).toBe(false)
    expect(waiting.take(id)).toBe(undefined)
  }
  expect(waiting.size).toBe(1)
})
