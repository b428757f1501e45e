import { describe, expect, test } from 'vitest'
import { USUAL_LIMITS } from '../config/config.js'
import { Allowance } from './allowance.js'
import { Bucket } from './bucket.js'

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
    const allowance = new Allowance(USUAL_LIMITS, () => 0)
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

  test('sends 10 MB at once, and then as much each second', () => {
    let now = 0
    const allowance = new Allowance(USUAL_LIMITS, () => now)
    expect(allowance.received(10_000_000)).toBe(0)
    expect(allowance.received(5_000_000)).toBe(500)
    now = 1_000
    expect(allowance.received(5_000_000)).toBe(0)
  })
})
