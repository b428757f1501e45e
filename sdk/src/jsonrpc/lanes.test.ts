import { expect, test } from 'vitest'
import { calm, gate } from './far-end.fixture.js'
import { Lanes } from './lanes.js'
import { defaultLimits } from './limits.js'

const call = (params: unknown, size = 10) => ({ method: 'take', params, size })

test('what queues behind a busy lane is delivered one at a time, in order', async () => {
  const log: unknown[] = []
  const busy = gate()
  const lanes = new Lanes((_method, params) => {
    log.push(['start', params])
    return calm(1).then(() => void log.push(['end', params]))
  }, defaultLimits)
  lanes.occupy('one', busy.opened, 0)
  for (const index of [1, 2, 3]) expect(lanes.queueBehind('one', call(index))).toBe(true)
  expect(log).toEqual([])
  busy.open()
  await lanes.settled()
  expect(log).toEqual(
    [1, 2, 3].flatMap(index => [
      ['start', index],
      ['end', index],
    ]),
  )
})

test('a lane that is free queues nothing', () => {
  const lanes = new Lanes(() => undefined, defaultLimits)
  lanes.occupy('one', gate().opened, 0)
  expect(lanes.queueBehind('other', call(1))).toBe(false)
  expect(lanes.isBusy).toBe(true)
})

test('there is no room beyond the limit, until enough has been delivered or reading must go on', async () => {
  const limits = { ...defaultLimits, undeliveredBytes: 1_500, undeliveredBytesAtMost: 3_000 }
  const busy = gate()
  const lanes = new Lanes(() => undefined, limits)
  lanes.occupy('one', busy.opened, 0)
  lanes.queueBehind('one', call(1, 700))
  expect(lanes.room).toBeUndefined()
  lanes.queueBehind('one', call(2, 700))
  const room = lanes.room
  expect(room).toBeInstanceOf(Promise)
  expect(lanes.isOverfull).toBe(false)
  lanes.releaseReader()
  await room
  lanes.queueBehind('one', call(3, 700))
  expect(lanes.isOverfull).toBe(true)
  busy.open()
  await lanes.room
  await lanes.settled()
  expect(lanes.isOverfull).toBe(false)
  expect(lanes.isBusy).toBe(false)
})

test('a hundred thousand queued notifications are delivered in linear time', async () => {
  let delivered = 0
  const busy = gate()
  const lanes = new Lanes(() => void delivered++ as undefined, defaultLimits)
  lanes.occupy('one', busy.opened, 0)
  for (let index = 0; index < 100_000; index++) lanes.queueBehind('one', call(index, 0))
  const started = performance.now()
  busy.open()
  await lanes.settled()
  expect(delivered).toBe(100_000)
  expect(performance.now() - started).toBeLessThan(2_000)
})

test('what a handler is still working on counts as much as what waits, in however many lanes', async () => {
  const limits = { ...defaultLimits, undeliveredBytes: 1_500 }
  const busy = gate()
  const lanes = new Lanes(() => undefined, limits)
  for (const name of ['one', 'two']) lanes.occupy(name, busy.opened, 700)
  expect(lanes.room).toBeInstanceOf(Promise)
  busy.open()
  await lanes.settled()
  expect(lanes.room).toBeUndefined()
})
