/** How long the calm wait for a gateway, and what it needs meanwhile: over several stretches of time, also of others of its kind, as if they were one. */
import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { type Company, quantile } from './pulse.js'
import type { Served } from './served.js'
import type { Turns } from './watched.js'

export interface Observed {
  /** Milliseconds that 99 of 100 waited at most. */
  readonly wait: number
  /** The same of the first second alone: what it costs that something begins. */
  readonly firstWait: number
  /** Which part of the machine's time others had who share its hardware. */
  readonly stolen: number
  /** Which part of a processor the gateway needed that is asked. */
  readonly work: number
  /** How long the turns of its event loop were, in the stretch where they were longest. */
  readonly turns: Turns
}

/** A gateway, and those who are calm with it. */
export interface Watched {
  readonly served: Served
  readonly pulse: Company
}

const WINDOW_SECONDS = 0.5
const FIRST_SECONDS = 1
const STEAL_FIELD = 8
const TICKS_PER_SECOND = 100

export class Observation {
  readonly #times: number[] = []
  readonly #firstTimes: number[] = []
  #seconds = 0
  #stolen = 0
  #work = 0
  #turns: Turns = { longest: 0, p99: 0, p999: 0 }

  /** One more stretch: the pulse for as long as it takes, and for longer while there is a reason. */
  async goOn(
    { served, pulse }: Watched,
    seconds: number,
    hasReason: (passedSeconds: number) => boolean = () => false,
  ): Promise<void> {
    await served.turns()
    const [work, stolen, begun] = [served.work(), stolenSeconds(), performance.now()]
    const passed = (): number => (performance.now() - begun) / 1_000
    while (passed() < seconds || hasReason(passed())) {
      const isFirst = passed() < FIRST_SECONDS
      const times = await pulse.measure(WINDOW_SECONDS)
      this.#times.push(...times)
      if (isFirst) this.#firstTimes.push(...times)
    }
    this.#work += served.work() - work
    this.#stolen += stolenSeconds() - stolen
    this.#seconds += passed()
    this.#turns = longer(this.#turns, await served.turns())
  }

  get observed(): Observed {
    return {
      wait: quantile(this.#times, 0.99),
      firstWait: quantile(this.#firstTimes, 0.99),
      stolen: this.#stolen / this.#seconds / cpus().length,
      work: this.#work / this.#seconds,
      turns: this.#turns,
    }
  }
}

function longer(one: Turns, other: Turns): Turns {
  return {
    longest: Math.max(one.longest, other.longest),
    p99: Math.max(one.p99, other.p99),
    p999: Math.max(one.p999, other.p999),
  }
}

/** Of all processors together. */
function stolenSeconds(): number {
  const [all = ''] = readFileSync('/proc/stat', 'utf8').split('\n')
  return Number(all.split(/ +/)[STEAL_FIELD] ?? 0) / TICKS_PER_SECOND
}
