import { expect, test } from 'vitest'
import type { Delivery } from './channel.js'
import { pull } from './pull.js'
import { ReceivedDelivery } from './received-delivery.js'
import { openable } from './waiting.js'

async function* bringing(...deliveries: readonly Delivery[]): AsyncIterable<Delivery> {
  yield* deliveries
}

function deliveryOf(...messages: readonly unknown[]): ReceivedDelivery {
  const delivery = new ReceivedDelivery()
  for (const message of messages) delivery.add(message, 1)
  return delivery
}

test('what was heard is let go, though somebody still holds the delivery', async () => {
  const delivery = deliveryOf('a', 'b')
  const heard: unknown[] = []
  await new Promise<void>((resolve, reject) =>
    pull(bringing(delivery), {
      hear: ({ messages }) => heard.push(...messages) > 0,
      end: resolve,
      fail: reject,
    }),
  )
  expect(heard).toEqual(['a', 'b'])
  expect(delivery.messages).toEqual([])
})

test('whoever takes its time over a delivery has all of it until it is done', async () => {
  const [first, second] = [deliveryOf('a'), deliveryOf('b')]
  const done = openable()
  const heard: unknown[] = []
  const ended = new Promise<void>((resolve, reject) =>
    pull(bringing(first, second), {
      hear: delivery => {
        heard.push(...delivery.messages)
        return done.promise.then(() => true)
      },
      end: resolve,
      fail: reject,
    }),
  )
  await new Promise(setImmediate)
  expect([heard, first.messages]).toEqual([['a'], ['a']])
  done.open()
  await ended
  expect(heard).toEqual(['a', 'b'])
  expect(first.messages).toEqual([])
})

test('whoever cannot hear a delivery fails, at once or later, and nothing more is brought', async () => {
  const failure = new Error('no')
  const hears: (() => Promise<boolean>)[] = [
    () => Promise.reject(failure),
    () => {
      throw failure
    },
  ]
  for (const hear of hears) {
    let count = 0
    const failed = new Promise(fail =>
      pull(bringing(deliveryOf('a'), deliveryOf('b')), {
        hear: () => {
          count++
          return hear()
        },
        end: () => fail('ended'),
        fail,
      }),
    )
    expect(await failed).toBe(failure)
    await new Promise(setImmediate)
    expect(count).toBe(1)
  }
})
