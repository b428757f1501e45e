import { expect, test } from 'vitest'
import { after, isWithin } from './deadline.js'
import { machineClock } from './permissions/question-line.js'
import { workshop } from './terminals/terminals.fixture.js'

const FOR_EVER = [Number.POSITIVE_INFINITY, 2 ** 31, Number.MAX_SAFE_INTEGER]
const soon = () => new Promise<'soon'>(resolve => setTimeout(() => resolve('soon'), 50))

test('a time that no timer can hold is for ever, and not at once', async () => {
  for (const time of FOR_EVER) {
    expect(after(time, () => expect.unreachable())).toBeUndefined()
    expect(await Promise.race([isWithin(new Promise(() => {}), time), soon()])).toBe('soon')
  }
  expect(await isWithin(Promise.resolve(), Number.POSITIVE_INFINITY)).toBe(true)
  expect(await isWithin(new Promise(() => {}), 1)).toBe(false)
})

test('an answer may be waited for without end, until nobody does any more', async () => {
  for (const time of FOR_EVER) {
    const controller = new AbortController()
    const asleep = machineClock.sleep(time, controller.signal)
    expect(await Promise.race([asleep, soon()])).toBe('soon')
    controller.abort()
    expect(await asleep).toBeUndefined()
  }
})

test('a command may run without end', async () => {
  await using shop = workshop({ limits: { wallMilliseconds: Number.POSITIVE_INFINITY } })
  expect(await shop.run({ command: 'sleep 0.2; echo done' })).toMatchObject({
    output: 'done\n',
    exitStatus: { exitCode: 0 },
  })
})
