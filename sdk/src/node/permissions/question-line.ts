/**
 * What one session has to ask, in order and one at a time, and no faster than people read. Every question is judged anew
 * when its turn comes and whenever something was remembered: what needs no answer any more gets none.
 */

import { type Decision, pace } from '../../guard/index.js'
import { after } from '../deadline.js'
import { cancelled, type Ruling, toRuling } from './ruling.js'

/** Where time comes from. */
export interface Clock {
  now(): number
  /** Resolves after so many milliseconds, or when the signal says so. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>
}

/** Something that is to be decided. */
export interface Matter {
  /** Aborted when nobody waits for it any more. */
  readonly signal: AbortSignal
  /** The verdict as of now. */
  judge(): Promise<Decision>
  /** Puts it to the user. */
  put(decision: Decision, signal: AbortSignal): Promise<Ruling>
}

const DISMISSED = cancelled('It was cancelled before anybody answered.')
const UNANSWERED = cancelled('Nobody answered in time.', 'default:timeout')

/** How a line of questions is kept. */
export interface Keeping {
  readonly clock: Clock
  /** Milliseconds that an answer is waited for. */
  readonly patience: number
  /** How many questions are shown within a minute at most. */
  readonly perMinute?: number | undefined
  /** Learns that a question waits because there were too many, and for how many milliseconds. */
  readonly onPause?: ((milliseconds: number) => void) | undefined
}

export class QuestionLine {
  readonly #keeping: Keeping
  readonly #pending = new Set<Pending>()
  #times: readonly number[] = []
  #last: Promise<void> = Promise.resolve()

  constructor(keeping: Keeping) {
    this.#keeping = keeping
  }

  async ask(matter: Matter): Promise<Ruling> {
    if (matter.signal.aborted) return DISMISSED
    const pending = new Pending(matter)
    const dismiss = (): void => pending.settle(DISMISSED)
    matter.signal.addEventListener('abort', dismiss, { once: true })
    this.#pending.add(pending)
    this.#last = this.#last.then(() => this.#put(pending)).catch(error => pending.fail(error))
    try {
      return await pending.ruling
    } finally {
      this.#pending.delete(pending)
      matter.signal.removeEventListener('abort', dismiss)
    }
  }

  /** Something was remembered or revoked: whatever it settles is settled, also what is being shown. */
  async reconsider(): Promise<void> {
    await Promise.all(
      [...this.#pending].map(async pending => {
        const ruling = toRuling(await pending.matter.judge())
        if (ruling !== undefined) pending.settle(ruling)
      }),
    )
  }

  /** The user has said something: what was shown before counts no more. */
  countAnew(): void {
    this.#times = []
  }

  dismissAll(): void {
    for (const pending of this.#pending) pending.settle(DISMISSED)
  }

  async #put(pending: Pending): Promise<void> {
    await this.#keepPace(pending)
    if (pending.isSettled) return
    const { matter } = pending
    const decision = await matter.judge()
    const ruling = toRuling(decision)
    if (ruling !== undefined || pending.isSettled) return pending.settle(ruling ?? DISMISSED)
    const { clock, patience } = this.#keeping
    this.#times = [...this.#times, clock.now()]
    const answered = matter.put(decision, pending.signal).then(answer => pending.settle(answer))
    const waited = clock.sleep(patience, pending.signal).then(() => pending.settle(UNANSWERED))
    await Promise.race([answered, waited, pending.ruling])
  }

  /** The turn waits; nothing is refused for having come too soon. */
  async #keepPace(pending: Pending): Promise<void> {
    const { clock, perMinute, onPause } = this.#keeping
    while (!pending.isSettled) {
      const { canAsk, waitMilliseconds, times } = pace(this.#times, clock.now(), perMinute)
      this.#times = times
      if (canAsk) return
      onPause?.(waitMilliseconds)
      await clock.sleep(waitMilliseconds, pending.signal)
    }
  }
}

/** A question until it is settled, by whoever comes first. */
class Pending {
  readonly matter: Matter
  readonly ruling: Promise<Ruling>
  readonly #controller = new AbortController()
  #resolve: (ruling: Ruling) => void = () => {}
  #reject: (error: unknown) => void = () => {}

  constructor(matter: Matter) {
    this.matter = matter
    this.ruling = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
  }

  get isSettled(): boolean {
    return this.#controller.signal.aborted
  }

  /** Aborted when it is settled: what is shown can be taken away. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  settle(ruling: Ruling): void {
    this.#resolve(ruling)
    this.#controller.abort()
  }

  fail(error: unknown): void {
    this.#reject(error)
    this.#controller.abort()
  }
}

/** The time of this machine. */
export const machineClock: Clock = {
  now: () => Date.now(),
  sleep: (milliseconds, signal) =>
    new Promise(resolve => {
      if (signal.aborted) return resolve()
      const done = (): void => {
        clearTimeout(timer)
        signal.removeEventListener('abort', done)
        resolve()
      }
      const timer = after(milliseconds, done)
      signal.addEventListener('abort', done, { once: true })
    }),
}
