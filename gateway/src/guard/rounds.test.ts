import { expect, test } from 'vitest'
import { USUAL_LIMITS } from '../config/config.js'
import { Allowance, Load } from './allowance.js'
import { Rounds } from './rounds.js'

const turn = (): Promise<void> => new Promise(setImmediate)

/** Takes so many messages of one connection, as many in a turn as may be, and notes whose each was. */
function readAll(rounds: Rounds, name: string, { count, notes }: { count: number; notes: string[] }): void {
  let left = count
  const go = (): void => {
    for (; left > 0 && rounds.take(1); left--) notes.push(name)
    if (left > 0) rounds.wait(go)
  }
  go()
}

test('of a thousand messages at most eight are read in a turn of the event loop, and all in the end', async () => {
  const [rounds, notes]: [Rounds, string[]] = [new Rounds(), []]
  readAll(rounds, 'one', { count: 1_000, notes })
  let before = 0
  while (before < 1_000) {
    expect(notes.length - before).toBeGreaterThan(0)
    expect(notes.length - before).toBeLessThan(9)
    before = notes.length
    await turn()
  }
  expect(notes.length).toBe(1_000)
})

test('the connections of a principal take turns', async () => {
  const [rounds, notes]: [Rounds, string[]] = [new Rounds(), []]
  readAll(rounds, 'crowd', { count: 1_000, notes })
  readAll(rounds, 'other', { count: 8, notes })
  await expect.poll(() => notes.filter(name => name === 'other').length).toBe(8)
  expect(notes.lastIndexOf('other')).toBeLessThan(40)
})

test('large ones are fewer, and the first of a turn is read however large it is', async () => {
  const rounds = new Rounds()
  expect(rounds.take(1_000_000)).toBe(true)
  expect(rounds.take(1)).toBe(false)
  await turn()
  expect([rounds.take(30_000), rounds.take(30_000), rounds.take(30_000)]).toEqual([true, true, false])
})

test('whoever wants its turn no more is not called', async () => {
  const rounds = new Rounds()
  rounds.wait(() => expect.unreachable())()
  await turn()
  await turn()
})

test('what a principal says is acted upon eight at a time, and another one does not wait for it', async () => {
  const [crowd, other] = [0, 1].map(() => new Allowance(USUAL_LIMITS, { now: () => 0, load: new Load() }))
  const waits = Array.from({ length: 100 }, () => crowd?.mayAct(10))
  expect(waits.filter(wait => wait === undefined).length).toBeLessThan(9)
  expect(other?.mayAct(10)).toBeUndefined()
  await Promise.all(waits)
})
