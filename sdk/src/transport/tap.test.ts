import { expect, test } from 'vitest'
import type { Delivery } from '../jsonrpc/index.js'
import { Listener, say } from '../testing/channel-probe.js'
import { channelContract } from '../testing/index.js'
import { memoryPair } from './memory.js'
import { tap } from './tap.js'

for (const { title, run } of channelContract(async () => {
  const [a, b] = memoryPair()
  return { a: tap(a, () => {}), b: tap(b, () => {}) }
}))
  test(`watched, ${title}`, run)

test('a tap sees everything that passes, in order, and changes nothing', async () => {
  const [a, b] = memoryPair()
  const seen: unknown[] = []
  const watched = tap(a, (direction, message) =>
    seen.push([direction, (message as { params: { value: unknown } }).params.value]),
  )
  const [atA, atB] = [new Listener(watched), new Listener(b)]
  say(watched, 'out')
  await atB.until(1)
  say(b, 'in')
  await atA.until(1)
  expect(seen).toEqual([
    ['sent', 'out'],
    ['received', 'in'],
  ])
  await watched.close()
})

test('what was heard through a tap is let go by what brought it, too', async () => {
  const letGo: string[] = []
  async function* incoming(): AsyncGenerator<Delivery> {
    yield { messages: ['a'], sizes: [1], letGo: () => letGo.push('a') }
  }
  const watched = tap({ ...memoryPair()[0], incoming: incoming(), close: async () => {} }, () => {})
  for await (const delivery of watched.incoming) delivery.letGo?.()
  expect(letGo).toEqual(['a'])
})
