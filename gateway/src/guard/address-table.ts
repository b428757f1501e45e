/**
 * What is remembered of addresses that came without a good token: how often of late, and whether they must wait.
 * Holds a bounded number of them, the latest. Whoever shows a good token is not asked where they come from.
 */

import { toNeighbourhood } from '../config/address.js'
import { type StrangerLimits, USUAL_LIMITS } from '../config/config.js'
import { Bucket } from './bucket.js'
import { Recent } from './recent.js'

interface Visits {
  readonly strangers: Bucket
  /** What they looked at that is shown to everybody. */
  readonly looks: Bucket
  failures: number
  blockedUntil: number
}

const MOST_ADDRESSES = 10_000
const MINUTE = 60_000

export class AddressTable {
  readonly #limits: StrangerLimits
  readonly #now: () => number
  readonly #visits = new Recent<Visits>(MOST_ADDRESSES)

  constructor(limits: StrangerLimits, now: () => number) {
    this.#limits = limits
    this.#now = now
  }

  get size(): number {
    return this.#visits.size
  }

  /** The milliseconds that somebody from there must wait who shows no good token, after too many wrong ones. */
  waitOf(address: string | undefined): number {
    const visits = this.#visits.get(toNeighbourhood(address))
    return Math.max(0, (visits?.blockedUntil ?? 0) - this.#now())
  }

  /** Somebody was refused who showed no good token: 0, or the milliseconds to wait, after too many of them. */
  countStranger(address: string | undefined): number {
    return this.#touch(address).strangers.take(1, this.#now())
  }

  /** Somebody looks at what needs no token: 0, or the milliseconds to wait, after too much of it. */
  countLook(address: string | undefined): number {
    return this.#touch(address).looks.take(1, this.#now())
  }

  /** Somebody came with a wrong one. */
  countFailure(address: string | undefined): void {
    const visits = this.#touch(address)
    visits.failures += 1
    if (visits.failures < this.#limits.failedTokens) return
    visits.failures = 0
    visits.blockedUntil = this.#now() + this.#limits.backOffSeconds * 1_000
  }

  #touch(address: string | undefined): Visits {
    const place = toNeighbourhood(address)
    const visits = this.#visits.get(place) ?? this.#newVisits()
    this.#visits.set(place, visits)
    return visits
  }

  #newVisits(): Visits {
    const { unauthenticatedPerMinute } = this.#limits
    const perSecond = (unauthenticatedPerMinute * 1_000) / MINUTE
    const strangers = new Bucket(perSecond, unauthenticatedPerMinute, this.#now())
    const { requestsPerSecond, requestBurst } = USUAL_LIMITS
    const looks = new Bucket(requestsPerSecond, requestBurst, this.#now())
    return { strangers, looks, failures: 0, blockedUntil: 0 }
  }
}
