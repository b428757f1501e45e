import { expect, test } from 'vitest'
import type { Decision } from '../../guard/index.js'
import { type Clock, type Matter, machineClock, QuestionLine } from './question-line.js'
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

const DISMISSED = {
  effect: 'cancelled',
  reason: 'It was cancelled before anybody answered.',
}
const ALLOWED: Decision = { ...OPEN, effect: 'allow', by: 'grant:1' }

const lineOf = (clock: Clock = new HandClock()): QuestionLine => new QuestionLine({ clock, patience: MINUTE })

test('a question whose asker has gone is neither judged nor shown', async () => {
  let isTouched = false
  const touch = async (): Promise<never> => {
    isTouched = true
    throw new Error('nobody waits for this')
  }
  const ruling = lineOf().ask({ signal: AbortSignal.abort(), judge: touch, put: touch })
  expect(await ruling).toMatchObject(DISMISSED)
  await settle()
  expect(isTouched).toBe(false)
})

test('all that waits is dismissed at once, and what is shown is taken away; what comes next is asked', async () => {
  const line = lineOf()
  const signals: AbortSignal[] = []
  const put: Matter['put'] = (_, signal) => {
    signals.push(signal)
    return new Promise(() => {})
  }
  const rulings = [line.ask(matter(put)), line.ask(matter(put))]
  await settle()
  line.dismissAll()
  expect(await Promise.all(rulings)).toMatchObject([DISMISSED, DISMISSED])
  expect(signals.map(({ aborted }) => aborted)).toEqual([true])
  expect(await line.ask(matter(async () => YES))).toEqual(YES)
})

test('an asking that fails fails the one who asked, and the next question is asked', async () => {
  const line = lineOf()
  const first = line.ask(matter(() => Promise.reject(new Error('the screen is gone'))))
  await expect(first).rejects.toThrow('the screen is gone')
  const judged = line.ask(matter(async () => YES, { judge: () => Promise.reject(new Error('no verdict')) }))
  await expect(judged).rejects.toThrow('no verdict')
  expect(await line.ask(matter(async () => YES))).toEqual(YES)
})

test('what needs no question when its turn comes is ruled on without one', async () => {
  const line = lineOf()
  let isShown = false
  const show = async (): Promise<Ruling> => {
    isShown = true
    return YES
  }
  const ruling = await line.ask(matter(show, { judge: async () => ALLOWED }))
  expect(ruling).toMatchObject({ effect: 'allow', by: 'grant:1' })
  expect(isShown).toBe(false)
})

test('a question that is dismissed while it is judged is not shown', async () => {
  const line = lineOf()
  let judged: (decision: Decision) => void = () => {}
  let isShown = false
  const show = async (): Promise<Ruling> => {
    isShown = true
    return YES
  }
  const ruling = line.ask(matter(show, { judge: () => new Promise(resolve => (judged = resolve)) }))
  await settle()
  line.dismissAll()
  judged(OPEN)
  expect(await ruling).toMatchObject(DISMISSED)
  await settle()
  expect(isShown).toBe(false)
})

test('what still needs an answer after a second look goes on waiting for it', async () => {
  const line = lineOf()
  let answer: (ruling: Ruling) => void = () => {}
  const ruling = line.ask(matter(() => new Promise(resolve => (answer = resolve))))
  await settle()
  await line.reconsider()
  answer(YES)
  expect(await ruling).toEqual(YES)
})

test('a question that was answered is not judged again, and its asker is let go', async () => {
  const line = lineOf()
  let looks = 0
  const judge = async (): Promise<Decision> => {
    looks++
    return OPEN
  }
  const controller = new AbortController()
  const listeners = new Set<unknown>()
  const { signal } = controller
  const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)]
  signal.addEventListener = (...given: Parameters<typeof add>) => {
    listeners.add(given[1])
    add(...given)
  }
  signal.removeEventListener = (...given: Parameters<typeof remove>) => {
    if (given[0] === 'abort') listeners.delete(given[1])
    remove(...given)
  }
  await line.ask(matter(async () => YES, { judge, signal }))
  await line.reconsider()
  expect(looks).toBe(1)
  expect(listeners.size).toBe(0)
})

test('a question that nobody answers says so', async () => {
  const clock = new HandClock()
  const ruling = lineOf(clock).ask(matter(() => new Promise(() => {})))
  await settle()
  await clock.advance(MINUTE)
  expect(await ruling).toMatchObject({ reason: 'Nobody answered in time.' })
})

test('the clock of the machine tells the time, sleeps, and wakes when it is told to', async () => {
  expect(Math.abs(machineClock.now() - Date.now())).toBeLessThan(1_000)
  const started = performance.now()
  await machineClock.sleep(30, new AbortController().signal)
  expect(performance.now() - started).toBeGreaterThan(25)
  const controller = new AbortController()
  const long = machineClock.sleep(MINUTE, controller.signal)
  controller.abort()
  await long
  await machineClock.sleep(MINUTE, AbortSignal.abort())
  expect(performance.now() - started).toBeLessThan(10_000)
})
