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

test('a request that fails while it is called off keeps no other from being called off', async () => {
  const [broken, whole] = [new UnderWay(), new UnderWay()]
  const calledOff: string[] = []
  for (let id = 0; id < 40; id++)
    broken.begin(id, { bytes: 1, isLasting: false })?.onCancel(() => {
      if (id === 1) throw new Error('it broke')
      calledOff.push(`broken ${id}`)
    })
  whole.begin(0, { bytes: 1, isLasting: false })?.onCancel(() => calledOff.push('whole 0'))
  expect(() => broken.leave()).toThrow('it broke')
  whole.leave()
  await expect.poll(() => calledOff.length).toBe(40)
  expect(calledOff.at(-1)).toBe('whole 0')
})
