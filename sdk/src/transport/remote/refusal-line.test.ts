import { expect, test } from 'vitest'
import { answerInLine } from './refusal-line.js'

/** In which turn of the event loop each of so many is answered, in the order of the answers. */
async function turnsOf(count: number): Promise<readonly (readonly [who: number, turn: number])[]> {
  let turn = 0
  let isOver = false
  const next = (): void => {
    turn++
    if (!isOver) setImmediate(next)
  }
  next()
  const answered: [number, number][] = []
  await Promise.all(
    Array.from(
      { length: count },
      (_, who) =>
        new Promise<void>(resolve => {
          answerInLine(() => {
            answered.push([who, turn])
            resolve()
          })
        }),
    ),
  )
  isOver = true
  return answered
}

test('those who are refused together are answered in their order, each in a turn of its own', async () => {
  const answered = await turnsOf(40)
  expect(answered.map(([who]) => who)).toEqual(Array.from({ length: 40 }, (_, who) => who))
  expect(new Set(answered.map(([, turn]) => turn)).size).toBe(40)
})

test('nobody is answered at once', async () => {
  const begun = performance.now()
  await turnsOf(1)
  expect(performance.now() - begun).toBeGreaterThan(190)
})

test('a long line is answered several at a time', { timeout: 30_000 }, async () => {
  const answered = await turnsOf(1_000)
  const turns = new Set(answered.map(([, turn]) => turn)).size
  expect(answered.length).toBe(1_000)
  expect(turns).toBeLessThan(900)
})

test('whoever has left keeps nobody waiting', async () => {
  const told: string[] = []
  const leaving = Array.from({ length: 300 }, () => answerInLine(() => told.push('gone')))
  const begun = performance.now()
  const last = new Promise<void>(resolve => {
    answerInLine(resolve)
  })
  for (const leave of leaving) leave()
  await last
  // 300 steps of 5 ms, and what everybody waits.
  expect(performance.now() - begun).toBeLessThan(1_000)
  expect(told).toEqual([])
})
