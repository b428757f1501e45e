import { describe, expect, test } from 'vitest'
import { USUAL_LIMITS } from '../config/config.js'
import { Allowance, Load, SMALL_BYTES } from './allowance.js'
import { Bucket } from './bucket.js'

function allowanceAt(now: () => number, more: Partial<typeof USUAL_LIMITS> = {}): Allowance {
  return new Allowance({ ...USUAL_LIMITS, ...more }, { now, load: new Load() })
}

describe('a bucket', () => {
  test('gives what it holds, then what has flowed in since', () => {
    const bucket = new Bucket(50, 200, 0)
    for (let index = 0; index < 200; index++) expect(bucket.take(1, 0)).toBe(0)
    expect(bucket.take(1, 0)).toBe(20)
    expect(bucket.take(1, 19)).toBe(1)
    expect(bucket.take(1, 20)).toBe(0)
    expect(bucket.take(200, 1_000_000)).toBe(0)
    expect(bucket.take(1, 1_000_000)).toBe(20)
  })

  test('charged for what has happened, says how long the debt lasts', () => {
    const bucket = new Bucket(1_000, 1_000, 0)
    expect(bucket.charge(1_000, 0)).toBe(0)
    expect(bucket.charge(500, 0)).toBe(500)
    expect(bucket.wait(0, 400)).toBe(100)
  })

  test('does not fill when the clock is put back', () => {
    const bucket = new Bucket(1_000, 10, 5_000)
    bucket.take(10, 5_000)
    expect(bucket.take(1, 1_000)).toBe(1)
  })
})

describe('a principal', () => {
  test('has 64 connections and 256 sessions, and another when one is given back, once', () => {
    const allowance = allowanceAt(() => 0)
    const connections = Array.from({ length: 64 }, () => allowance.openConnection())
    expect(connections.every(each => each !== undefined)).toBe(true)
    expect(allowance.openConnection()).toBeUndefined()
    connections[0]?.()
    connections[0]?.()
    expect(allowance.openConnection()).toBeDefined()
    expect(allowance.openConnection()).toBeUndefined()
    const sessions = Array.from({ length: 256 }, () => allowance.openSession())
    expect(sessions.every(each => each !== undefined)).toBe(true)
    expect(allowance.openSession()).toBeUndefined()
    sessions[7]?.()
    expect(allowance.openSession()).toBeDefined()
  })

  test('sends 10 MB at once, and then as much each second; three seconds more, and it is too much', () => {
    let now = 0
    const allowance = allowanceAt(() => now)
    const comes = (bytes: number): boolean => {
      const isFine = allowance.came(bytes, bytes)
      allowance.gone(bytes)
      return isFine
    }
    expect(comes(10_000_000)).toBe(true)
    expect(allowance.debt).toBe(0)
    expect(comes(5_000_000)).toBe(true)
    expect(allowance.debt).toBe(500)
    now = 1_000
    expect(comes(5_000_000)).toBe(true)
    expect(allowance.debt).toBe(0)
    expect(comes(30_000_000)).toBe(true)
    expect(comes(1_000_000)).toBe(false)
    expect(comes(10_000)).toBe(true)
  })

  test('has a largest message on the way, and leaves room for whoever comes next', () => {
    const mebibyte = 1024 * 1024
    const load = new Load()
    const unhurried = { ...USUAL_LIMITS, bytesPerSecond: 1_000_000_000 }
    const [one, other, third] = [1, 2, 3].map(() => new Allowance(unhurried, { now: () => 0, load }))
    expect(one?.came(33 * mebibyte, 33 * mebibyte)).toBe(true)
    expect(one?.came(8 * mebibyte, 8 * mebibyte)).toBe(false)
    one?.gone(8 * mebibyte)
    expect(other?.came(17 * mebibyte, 17 * mebibyte)).toBe(true)
    expect(third?.came(10 * mebibyte, 10 * mebibyte)).toBe(true)
    one?.gone(33 * mebibyte)
    expect(third?.came(15 * mebibyte, 15 * mebibyte)).toBe(true)
    expect(one?.guests.came(10 * mebibyte, 10 * mebibyte)).toBe(false)
  })

  test('has guests who take nothing of its own', () => {
    const allowance = allowanceAt(() => 0)
    while (allowance.guests.openConnection() !== undefined);
    while (allowance.guests.takeRequest() === 0);
    allowance.guests.came(20_000_000, 20_000_000)
    expect(allowance.guests.limits).toMatchObject({
      connections: 16,
      requestsPerSecond: 13,
      requestBurst: 50,
    })
    for (let index = 0; index < 64; index++) expect(allowance.openConnection()).toBeDefined()
    for (let index = 0; index < 200; index++) expect(allowance.takeRequest()).toBe(0)
    expect(allowance.debt).toBe(0)
  })

  test('whose client is gone for longest makes room, and nobody who is there', () => {
    let now = 100_000
    const left: number[] = []
    const allowance = allowanceAt(() => now, { connections: 3 })
    for (const idleSince of [undefined, 99_000, 98_000])
      allowance.openConnection({ idleSince, leave: () => left.push(idleSince ?? 0) })
    expect(allowance.hasRoomForConnection).toBe(false)
    expect(allowance.openConnection()).toBeUndefined()
    now = 104_000
    expect(allowance.hasRoomForConnection).toBe(true)
    expect(allowance.openConnection()).toBeDefined()
    expect(allowance.openConnection()).toBeDefined()
    expect(allowance.openConnection()).toBeUndefined()
    expect(left).toEqual([98_000, 99_000])
  })
})

test('of large messages one piece is read in each turn and each millisecond, and one that has begun before the next', async () => {
  const allowance = new Allowance(USUAL_LIMITS, { now: Date.now, load: new Load() })
  const order: string[] = []
  const reader = (name: string): (() => void) => {
    const go = (): void => {
      order.push(name)
      if (order.filter(each => each === name).length < 3) allowance.pace(SMALL_BYTES + 1, go)
    }
    return go
  }
  expect(allowance.pace(SMALL_BYTES, reader('small'))).toBeUndefined()
  const [one, two] = [reader('one'), reader('two')]
  const begun = performance.now()
  allowance.pace(SMALL_BYTES + 1, one)
  allowance.pace(SMALL_BYTES + 1, two)
  allowance.pace(SMALL_BYTES + 1, reader('gone'))?.()
  const seen: { readonly count: number; readonly passed: number }[] = []
  while (order.length < 6) {
    await new Promise(resolve => setImmediate(resolve))
    seen.push({ count: order.length, passed: performance.now() - begun })
  }
  expect(order).toEqual(['one', 'one', 'one', 'two', 'two', 'two'])
  expect(seen.every(({ count }, turn) => count <= turn + 1)).toBe(true)
  // Timers count whole milliseconds: the first may be short.
  expect(seen.every(({ count, passed }) => count <= passed + 2)).toBe(true)
})
