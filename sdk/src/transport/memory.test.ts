import { expect, test } from 'vitest'
import { Listener, say } from '../testing/channel-probe.js'
import { channelContract } from '../testing/index.js'
import { memoryPair } from './memory.js'

for (const { title, run } of channelContract(async () => {
  const [a, b] = memoryPair()
  return { a, b }
}))
  test(`in memory, ${title}`, run)

test('each side gets values of its own', async () => {
  const [a, b] = memoryPair()
  const heard = new Listener(b)
  const value = { list: [1] }
  say(a, value)
  await heard.until(1)
  expect(heard.said[0]).toEqual(value)
  expect(heard.said[0]).not.toBe(value)
  await a.close()
})

test('text that is no message becomes Malformed, as on any other carrier', async () => {
  const [a, b] = memoryPair({ depth: 4 })
  const heard = new Listener(b)
  a.send({} as never, '{')
  a.send({} as never, '[[[[[[1]]]]]]')
  say(a, 'fine')
  await heard.until(3)
  expect(heard.heard).toMatchObject([
    { reason: 'parse_error' },
    { reason: 'too_deep' },
    { params: { value: 'fine' } },
  ])
  await a.close()
})
