/**
 * What is remembered of addresses that came without a good token: how often of late, and whether they must wait.
 * Holds a bounded number of them, the latest; who used a good token from an address is not made to wait for its neighbours.
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
  /** Tokens that were good from here, by their hashes. */
  known: Set<string> | undefined
}

const MOST_ADDRESSES = 10_000
const MOST_KNOWN = 32
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

  /** The milliseconds that somebody from there must wait before anything is looked at, after too many wrong tokens. */
  waitOf(address: string | undefined): number {
    const visits = this.#visits.get(toNeighbourhood(address))
    return Math.max(0, (visits?.blockedUntil ?? 0) - this.#now())
  }

  /** Whether any token was good from there before. */
  isAcquainted(address: string | undefined): boolean {
    return this.#visits.get(toNeighbourhood(address))?.known !== undefined
  }

  /** Whether this token was good from there before. */
  knows(address: string | undefined, token: string): boolean {
    return this.#visits.get(toNeighbourhood(address))?.known?.has(token) ?? false
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

  /** Somebody came with a good one. */
  countSuccess(address: string | undefined, token: string): void {
    const visits = this.#touch(address)
    visits.known ??= new Set()
    const { known } = visits
    if (known.has(token)) return
    const [oldest] = known
    if (known.size >= MOST_KNOWN && oldest !== undefined) known.delete(oldest)
    known.add(token)
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
    return { strangers, looks, failures: 0, blockedUntil: 0, known: undefined }
  }
}
