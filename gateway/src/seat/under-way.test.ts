import { expect, test } from 'vitest'
import { UnderWay } from './under-way.js'

test('those who leave together leave a few requests in each turn of the event loop, and all in the end', async () => {
  const clients = [new UnderWay(), new UnderWay()]
  const calledOff: number[] = []
  for (const client of clients)
    for (let id = 0; id < 100; id++)
      client
        .begin(id, { bytes: 1, isLasting: false })
        ?.signal.addEventListener('abort', () => calledOff.push(id))
  for (const client of clients) client.leave()
  expect(calledOff.length).toBeGreaterThan(0)
  for (let before = 0; before < 200; ) {
    expect(calledOff.length - before).toBeLessThan(17)
    before = calledOff.length
    await new Promise(setImmediate)
  }
  expect(calledOff.length).toBe(200)
})
