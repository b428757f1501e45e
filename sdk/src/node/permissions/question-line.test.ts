import { expect, test } from 'vitest'
import type { Decision } from '../../guard/index.js'
import { type Clock, type Matter, QuestionLine } from './question-line.js'
import type { Ruling } from './ruling.js'

const OPEN: Decision = {
  effect: 'ask',
  by: 'default:ask',
  reason: 'Nothing allows it yet.',
  scopes: ['once'],
}
const YES: Ruling = { effect: 'allow', by: 'user', reason: 'The user allowed it.' }
const MINUTE = 60_000

/** A clock that a test moves. */
class HandClock implements Clock {
  #now = 0
  #sleepers: { readonly until: number; wake(): void }[] = []

  now(): number {
    return this.#now
  }

  sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
    return new Promise(resolve => {
      this.#sleepers.push({ until: this.#now + milliseconds, wake: resolve })
      signal.addEventListener('abort', () => resolve(), { once: true })
    })
  }

  async advance(milliseconds: number): Promise<void> {
    this.#now += milliseconds
    const due = this.#sleepers.filter(({ until }) => until <= this.#now)
    this.#sleepers = this.#sleepers.filter(({ until }) => until > this.#now)
    for (const { wake } of due) wake()
    await settle()
  }
}

const settle = (): Promise<void> => new Promise(resolve => setImmediate(resolve))

function matter(put: Matter['put'], more: Partial<Matter> = {}): Matter {
  return { signal: new AbortController().signal, judge: async () => OPEN, put, ...more }
}

test('five questions are asked within a minute; the sixth waits, and is asked then', async () => {
  const clock = new HandClock()
  const line = new QuestionLine({ clock, patience: 10 * MINUTE })
  let shown = 0
  const rulings = Array.from({ length: 7 }, () =>
    line.ask(
      matter(async () => {
        shown++
        return YES
      }),
    ),
  )
  await settle()
  expect(shown).toBe(5)
  await clock.advance(MINUTE - 1)
  expect(shown).toBe(5)
  await clock.advance(1)
  expect(shown).toBe(7)
  expect(await Promise.all(rulings)).toEqual(Array.from({ length: 7 }, () => YES))
})

test('a question that waits is dismissed when nobody waits for it any more, and takes no turn', async () => {
  const line = new QuestionLine({ clock: new HandClock(), patience: MINUTE })
  const controller = new AbortController()
  let answer: (ruling: Ruling) => void = () => {}
  const first = line.ask(matter(() => new Promise(resolve => (answer = resolve))))
  let isShown = false
  const second = line.ask(
    matter(
      async () => {
        isShown = true
        return YES
      },
      { signal: controller.signal },
    ),
  )
  await settle()
  controller.abort()
  expect(await second).toMatchObject({ effect: 'cancelled' })
  answer(YES)
  expect(await first).toEqual(YES)
  await settle()
  expect(isShown).toBe(false)
})

test('an answer that comes after its time counts for nothing, and the next question is asked', async () => {
  const clock = new HandClock()
  const line = new QuestionLine({ clock, patience: MINUTE })
  let answer: (ruling: Ruling) => void = () => {}
  const first = line.ask(matter(() => new Promise(resolve => (answer = resolve))))
  const second = line.ask(matter(async () => YES))
  await settle()
  await clock.advance(MINUTE)
  expect(await first).toMatchObject({ effect: 'cancelled', by: 'default:timeout' })
  answer(YES)
  expect(await second).toEqual(YES)
})

test('what is decided meanwhile is not asked, and what is shown is taken away', async () => {
  const line = new QuestionLine({ clock: new HandClock(), patience: MINUTE })
  let decision = OPEN
  const judge = async (): Promise<Decision> => decision
  const signals: AbortSignal[] = []
  const put: Matter['put'] = (_, signal) => {
    signals.push(signal)
    return new Promise(() => {})
  }
  const rulings = [line.ask(matter(put, { judge })), line.ask(matter(put, { judge }))]
  await settle()
  decision = { ...OPEN, effect: 'allow', by: 'grant:1' }
  await line.reconsider()
  expect(await Promise.all(rulings)).toMatchObject([{ by: 'grant:1' }, { by: 'grant:1' }])
  expect(signals.map(({ aborted }) => aborted)).toEqual([true])
})

test('who keeps the line sets the pace, and hears when a question has to wait for it', async () => {
  const clock = new HandClock()
  const pauses: number[] = []
  const line = new QuestionLine({ clock, patience: MINUTE, perMinute: 1, onPause: wait => pauses.push(wait) })
  await line.ask(matter(async () => YES))
  const second = line.ask(matter(async () => YES))
  await settle()
  expect(pauses).toEqual([MINUTE])
  await clock.advance(MINUTE)
  expect(await second).toEqual(YES)
})
