import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { type Room, WaitingRoom } from './waiting-room.js'

/** A room, and names for those who wait in it. */
function furnish(room: Room) {
  let now = 0
  const waiting = new WaitingRoom(
    room,
    socket => socket.destroy(),
    () => now,
  )
  const pass = (milliseconds: number): void => {
    now += milliseconds
  }
  const names = new Map<Socket, string>()
  const come = (place: string, name: string): Socket => {
    const socket = new Socket()
    names.set(socket, name)
    waiting.add(socket, place)
    return socket
  }
  const next = (): string | undefined => {
    const socket = waiting.next()
    return socket && names.get(socket)
  }
  return { waiting, come, next, pass }
}

const many = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index)
const AMPLE = { all: 1_000, ofPlace: 1_000, latelyMilliseconds: 500 }

test('of few the first of each place goes first, and the places take turns', () => {
  const { waiting, come, next } = furnish(AMPLE)
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) come(name.slice(0, 1), name)
  expect(waiting.size).toBe(6)
  expect(many(7).map(next)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', undefined])
  expect(waiting.size).toBe(0)
})

test('of many the last one goes first: whoever comes to a crowd does not wait behind it', () => {
  const { come, next } = furnish(AMPLE)
  for (const index of many(100)) come('crowd', `${index}`)
  expect(next()).toBe('99')
  come('crowd', 'late')
  expect(next()).toBe('late')
  come('elsewhere', 'other')
  expect([next(), next()]).toContain('other')
})

test('every fourth to go is the first of those who came lately, and who came before them goes when there are none', () => {
  const { come, next, pass } = furnish(AMPLE)
  for (const index of many(100)) come('crowd', `early ${index}`)
  pass(501)
  for (const index of many(6)) come('crowd', `late ${index}`)
  expect(many(6).map(next)).toEqual([5, 4, 3, 0, 2, 1].map(index => `late ${index}`))
  pass(501)
  expect(many(4).map(next)).toEqual([99, 98, 97, 96].map(index => `early ${index}`))
})

test('the first of those who came lately is found wherever that begins', () => {
  const { come, next, pass } = furnish({ ...AMPLE, all: 4_000, ofPlace: 4_000 })
  const waiting: number[] = []
  let now = 0
  for (const index of many(2_000)) {
    come('crowd', `${now}`)
    waiting.push(now)
    pass(1 + (index % 3))
    now += 1 + (index % 3)
  }
  for (const turn of many(900)) {
    const first = waiting.findIndex(since => since >= now - 500)
    const at = turn % 4 < 3 || first < 0 ? waiting.length - 1 : first
    expect(Number(next())).toBe(waiting.splice(at, 1)[0])
    pass(1)
    now++
  }
})

test('each place has its own fourth turn, however many places take turns', () => {
  const { come, next } = furnish({ ...AMPLE, all: 4_000, ofPlace: 4_000 })
  for (const index of many(200)) for (const place of ['a', 'b', 'c', 'd']) come(place, `${place}${index}`)
  const firsts = many(16)
    .map(next)
    .filter(name => Number(name?.slice(1)) < 4)
  expect(firsts).toEqual(['a0', 'b0', 'c0', 'd0'])
})

test('whoever comes to a crowd that comes back as fast as it is let in goes within half a second', () => {
  const { come, next, pass } = furnish({ ...AMPLE, all: 4_000, ofPlace: 4_000 })
  for (const index of many(3_000)) come('crowd', `${index}`)
  pass(501)
  let gone: string | undefined
  const waits: number[] = []
  for (let turn = 0, since = 0; turn < 5_000; turn++) {
    if (turn === since) come('crowd', 'calm')
    // As many of the crowd come as have gone.
    if (gone !== 'calm') come('crowd', 'back again')
    pass(2)
    gone = next()
    if (gone !== 'calm') continue
    waits.push(2 * (turn - since))
    since = turn + 100
  }
  expect(waits.length).toBeGreaterThan(20)
  expect(Math.max(...waits)).toBeLessThanOrEqual(500)
})

test('when the crowd has become small its first one goes first again, and nobody is forgotten', () => {
  const { come, next } = furnish(AMPLE)
  for (const index of many(100)) come('crowd', `${index}`)
  const order = many(100).map(next)
  expect(new Set(order).size).toBe(100)
  const last = order.slice(-32).map(Number)
  expect(last).toEqual([...last].sort((one, later) => one - later))
})

test('where a place is full its oldest gives way', () => {
  const { waiting, come, next } = furnish({ ...AMPLE, all: 10, ofPlace: 2 })
  const [first, second] = [come('a', 'a1'), come('a', 'a2')]
  const third = come('a', 'a3')
  expect([first, second, third].map(({ destroyed }) => destroyed)).toEqual([true, false, false])
  expect(waiting.size).toBe(2)
  expect([next(), next(), next()]).toEqual(['a2', 'a3', undefined])
})

test('where all are full the oldest of the largest crowd gives way', () => {
  const { waiting, come, next } = furnish({ ...AMPLE, all: 6, ofPlace: 4 })
  const crowd = ['b1', 'a1', 'a2', 'a3', 'a4', 'b2'].map(name => come(name.slice(0, 1), name))
  const other = come('c', 'c1')
  expect(crowd.map(({ destroyed }) => destroyed)).toEqual([false, true, false, false, false, false])
  expect(other.destroyed).toBe(false)
  expect(waiting.size).toBe(6)
  expect([next(), next(), next()]).toContain('c1')
})

test('any number of crowds keeps nobody out who comes alone', () => {
  const { waiting, come, next } = furnish({ ...AMPLE, all: 1_000, ofPlace: 500 })
  let isIn = 0
  for (let round = 0; round < 2_000; round++) {
    for (const index of many(10)) come(`crowd ${(round * 10 + index) % 120}`, 'crowd')
    const alone = round % 20 === 0 ? come(`alone ${round}`, 'alone') : undefined
    if (next() === 'alone') isIn++
    expect(alone?.destroyed ?? false).toBe(false)
    expect(waiting.size).toBeLessThanOrEqual(1_000)
  }
  // Those of the end still wait.
  expect(isIn).toBeGreaterThan(80)
})

test('where nobody is a crowd the one who has waited longest gives way, and its place with it', () => {
  const { come, next } = furnish({ ...AMPLE, all: 2, ofPlace: 2 })
  for (const name of ['a', 'b', 'c']) come(name, name)
  expect([next(), next(), next()]).toEqual(['b', 'c', undefined])
})

test('a room that is cleared has nobody, and hung up on everybody', () => {
  const { waiting, come, next } = furnish(AMPLE)
  const all = many(50).map(index => come(`${index % 3}`, `${index}`))
  waiting.clear()
  expect(all.every(({ destroyed }) => destroyed)).toBe(true)
  expect([waiting.size, next()]).toEqual([0, undefined])
})
