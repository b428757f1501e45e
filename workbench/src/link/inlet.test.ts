import type { Delivery } from '@parley/acp/jsonrpc'
import { expect, test } from 'vitest'
import { Inlet } from './inlet.js'

const delivery = (message: unknown): Delivery => ({ messages: [message], sizes: [1] })

/** Arrivals that are given by hand. */
function source() {
  const waiting: ((result: IteratorResult<Delivery>) => void)[] = []
  const failing: ((error: Error) => void)[] = []
  const incoming: AsyncIterable<Delivery> = {
    [Symbol.asyncIterator]: () => ({
      next: () =>
        new Promise((resolve, reject) => {
          waiting.push(resolve)
          failing.push(reject)
        }),
    }),
  }
  return {
    incoming,
    give: (message: unknown) => waiting.shift()?.({ done: false, value: delivery(message) }),
    end: () => waiting.shift()?.({ done: true, value: undefined }),
    fail: () => failing.at(-1)?.(new Error('broken')),
    get asked() {
      return failing.length
    },
  }
}

test('what is put in between comes at once, and nothing that arrives is lost by it or asked for twice', async () => {
  const far = source()
  const inlet = new Inlet(far.incoming, each => each)
  const first = inlet.next()
  inlet.put({ own: 1 })
  expect((await first).value?.messages).toEqual([{ own: 1 }])
  inlet.put({ own: 2 })
  expect((await inlet.next()).value?.messages).toEqual([{ own: 2 }])
  const third = inlet.next()
  expect(far.asked).toBe(1)
  far.give('a')
  expect((await third).value?.messages).toEqual(['a'])
  const fourth = inlet.next()
  far.end()
  expect((await fourth).done).toBe(true)
})

test('an end with an error is thrown to whoever reads', async () => {
  const far = source()
  const inlet = new Inlet(far.incoming, each => each)
  const reading = inlet.next()
  far.fail()
  await expect(reading).rejects.toThrow('broken')
})
