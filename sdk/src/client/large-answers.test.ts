import { expect, test } from 'vitest'
import { openable } from '../jsonrpc/waiting.js'
import { LargeAnswers, type Taker } from './large-answers.js'

const calm = () => new Promise(resolve => setTimeout(resolve, 5))

test('a few are made at once, the others in order when one is done', async () => {
  const large = new LargeAnswers({ answersBacklog: undefined })
  const gates = Array.from({ length: 12 }, () => openable())
  const begun: number[] = []
  const made = gates.map((gate, index) =>
    large.make(async () => {
      begun.push(index)
      await gate.promise
      return index
    }),
  )
  await calm()
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  gates[3]?.open()
  await calm()
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  for (const gate of gates) gate.open()
  expect(await Promise.all(made)).toEqual(gates.map((_, index) => index))
})

test('none is made while the agent does not take what it was given', async () => {
  const taken = openable()
  const taker: { -readonly [K in keyof Taker]: Taker[K] } = { answersBacklog: taken.promise }
  const large = new LargeAnswers(taker)
  let count = 0
  const made = large.make(() => ++count)
  await calm()
  expect(count).toBe(0)
  taker.answersBacklog = undefined
  taken.open()
  expect(await made).toBe(1)
})

test('an answer that is there at once costs no promise, and one that fails makes room too', async () => {
  const large = new LargeAnswers({ answersBacklog: undefined })
  expect(large.make(() => 7)).toBe(7)
  for (let index = 0; index < 20; index++)
    await expect(large.make(async () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await large.make(async () => 8)).toBe(8)
})
