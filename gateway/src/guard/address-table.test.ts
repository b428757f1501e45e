import { describe, expect, test } from 'vitest'
import { USUAL_STRANGER_LIMITS } from '../config/config.js'
import { AddressTable } from './address-table.js'
import { Repetition } from './repetition.js'

function makeTable() {
  const clock = { now: 1_000_000 }
  return { clock, table: new AddressTable(USUAL_STRANGER_LIMITS, () => clock.now) }
}

const ADDRESS = '203.0.113.9'

describe('an address', () => {
  test('may come ten times a minute without a token', () => {
    const { clock, table } = makeTable()
    for (let index = 0; index < 10; index++) expect(table.countStranger(ADDRESS)).toBe(0)
    expect(table.countStranger(ADDRESS)).toBe(6_000)
    expect(table.countStranger('203.0.113.10')).toBe(0)
    clock.now += 6_000
    expect(table.countStranger(ADDRESS)).toBe(0)
    expect(table.waitOf(ADDRESS)).toBe(0)
  })

  test('waits a minute after five wrong tokens, and then has five again', () => {
    const { clock, table } = makeTable()
    for (let index = 0; index < 5; index++) {
      expect(table.waitOf(ADDRESS)).toBe(0)
      table.countFailure(ADDRESS)
    }
    expect(table.waitOf(ADDRESS)).toBe(60_000)
    clock.now += 59_999
    expect(table.waitOf(ADDRESS)).toBe(1)
    clock.now += 1
    expect(table.waitOf(ADDRESS)).toBe(0)
  })

  test('of version 6 is its whole network', () => {
    const { table } = makeTable()
    for (let index = 0; index < 5; index++) table.countFailure(`2001:db8::${index}`)
    expect(table.waitOf('2001:db8::ffff')).toBe(60_000)
    expect(table.waitOf('2001:db8:0:1::1')).toBe(0)
  })
})

test('who only looks at what is shown to everybody may do so often, and not without end', () => {
  const { table, clock } = makeTable()
  const look = (): number => table.countLook(ADDRESS)
  expect(Array.from({ length: 200 }, look)).toEqual(Array(200).fill(0))
  expect(look()).toBe(20)
  expect(table.countLook('9.9.9.9')).toBe(0)
  clock.now += 20
  expect(look()).toBe(0)
  // It is no offence: a token is looked at as before.
  expect([table.waitOf(ADDRESS), table.countStranger(ADDRESS)]).toEqual([0, 0])
})

test('a million addresses take no more room than ten thousand, and the latest are remembered', () => {
  const { table } = makeTable()
  let most = 0
  for (let index = 0; index < 1_000_000; index++) {
    const address = `${1 + (index >> 16)}.${(index >> 8) & 255}.${index & 255}.1`
    table.countStranger(address)
    if (table.size > most) most = table.size
  }
  for (let index = 0; index < 5; index++) table.countFailure('9.9.9.9')
  expect(most).toBe(10_000)
  expect(table.size).toBeGreaterThanOrEqual(5_000)
  expect(table.waitOf('9.9.9.9')).toBe(60_000)
}, 60_000)

test('what is said again and again is counted, and what is said is bounded', () => {
  let now = 0
  const repetition = new Repetition(() => now)
  const said = Array.from({ length: 100 }, () => repetition.mayThis('the same')).filter(Boolean)
  expect(said).toHaveLength(5)
  expect([...repetition.takeUnsaid()]).toEqual([['', 95]])
  const all = Array.from({ length: 100_000 }, (_, index) => repetition.mayThis(`other ${index}`)).filter(
    Boolean,
  )
  expect(all).toHaveLength(295)
  expect(repetition.size).toBeLessThanOrEqual(1_000)
  now = 60_000
  expect(repetition.mayThis('the same')).toBe(true)
})
