import { expect, test } from 'vitest'
import { Slots } from './slots.js'

const never = new AbortController().signal

test('no more run at once than there are slots, and those who wait come in order', async () => {
  const slots = new Slots(2)
  const order: number[] = []
  let running = 0
  let most = 0
  const work = (each: number) => async () => {
    most = Math.max(most, ++running)
    order.push(each)
    await new Promise(resolve => setTimeout(resolve, 5))
    running--
  }
  await Promise.all([1, 2, 3, 4, 5].map(each => slots.run(work(each), never)))
  expect([most, order]).toEqual([2, [1, 2, 3, 4, 5]])
})

test('who gives up waiting never begins, and does not take the place of another', async () => {
  const slots = new Slots(1)
  const controller = new AbortController()
  let release = (): void => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  const first = slots.run(() => held, never)
  const begun: string[] = []
  const second = slots.run(async () => begun.push('second'), controller.signal)
  const third = slots.run(async () => 'third', never)
  controller.abort(new Error('enough'))
  await expect(second).rejects.toThrow('enough')
  release()
  await first
  expect(await third).toBe('third')
  expect(begun).toEqual([])
})
