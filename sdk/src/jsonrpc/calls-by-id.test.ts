import { expect, test } from 'vitest'
import { CallsById } from './calls-by-id.js'
import type { Id } from './message.js'

const callOf = (id: Id): { readonly id: Id } => ({ id })

test('one that takes long is found behind any number of later ones', () => {
  const calls = new CallsById()
  const slow = callOf(3)
  calls.add(slow)
  for (let id = 4; id < 5_000; id++) {
    const quick = callOf(id)
    calls.add(quick)
    expect(calls.get(id)).toBe(quick)
    calls.delete(quick)
  }
  expect([calls.size, calls.get(3), calls.get(4)]).toEqual([1, slow, undefined])
  calls.delete(slow)
  calls.delete(slow)
  expect([calls.size, calls.get(3), calls.all()]).toEqual([0, undefined, []])
})

test('ten thousand at once are all found and let go, whatever their order', () => {
  const calls = new CallsById()
  const all = Array.from({ length: 10_000 }, (_, id) => callOf(id))
  for (const call of all) calls.add(call)
  expect(calls.size).toBe(10_000)
  expect(new Set(calls.all())).toEqual(new Set(all))
  for (let step = 0; step < all.length; step++) {
    const id = (step * 7_919) % all.length
    const call = all[id] as { readonly id: Id }
    expect(calls.get(id)).toBe(call)
    calls.delete(call)
    expect(calls.get(id)).toBe(undefined)
  }
  expect([calls.size, calls.all()]).toEqual([0, []])
})

test('any id will do, and none is taken for another that resembles it', () => {
  const calls = new CallsById()
  const ids = [1, '1', 1.5, 9, -7, 2 ** 32 + 1, 'one', '', null]
  const all = ids.map(callOf)
  for (const call of all) calls.add(call)
  for (const id of [undefined, true, {}, [1], 17, '9']) expect(calls.get(id)).toBe(undefined)
  expect(ids.map(id => calls.get(id))).toEqual(all)
  for (const call of all) calls.delete(call)
  expect([calls.size, ids.map(id => calls.get(id))]).toEqual([0, ids.map(() => undefined)])
})
