/**
 * What is remembered of addresses that came without a good token: how often of late, and whether they must wait.
 * Holds a bounded number of them, the latest; who used a good token from an address is not made to wait for its neighbours.
 */

import { toNeighbourhood } from '../config/address.js'
import type { StrangerLimits } from '../config/config.js'
import { Bucket } from './bucket.js'
import { Recent } from './recent.js'

interface Visits {
  readonly strangers: Bucket
  failures: number
  blockedUntil: number
  /** Tokens that were good from here, by their hashes. */
  known: Set<string> | undefined
}

export type Waiting = 'too_many_strangers' | 'too_many_failures'

/** Why somebody must wait, and how long in milliseconds. */
export interface Wait {
  readonly why: Waiting
  readonly milliseconds: number
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

  /** Whether somebody from there must wait before anything is looked at. */
  waitOf(address: string | undefined): Wait | undefined {
    const visits = this.#visits.get(toNeighbourhood(address))
    if (visits === undefined) return undefined
    const now = this.#now()
    if (visits.blockedUntil > now)
      return { why: 'too_many_failures', milliseconds: visits.blockedUntil - now }
    const milliseconds = visits.strangers.wait(1, now)
    return milliseconds === 0 ? undefined : { why: 'too_many_strangers', milliseconds }
  }

  /** Whether any token was good from there before. */
  isAcquainted(address: string | undefined): boolean {
    return this.#visits.get(toNeighbourhood(address))?.known !== undefined
  }

  /** Whether this token was good from there before. */
  knows(address: string | undefined, token: string): boolean {
    return this.#visits.get(toNeighbourhood(address))?.known?.has(token) ?? false
  }

  /** Somebody came without a token. */
  countStranger(address: string | undefined): void {
    const visits = this.#touch(address)
    visits.strangers.take(1, this.#now())
  }

  /** Somebody came with a wrong one. */
  countFailure(address: string | undefined): void {
    const visits = this.#touch(address)
    visits.strangers.take(1, this.#now())
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
    return { strangers, failures: 0, blockedUntil: 0, known: undefined }
  }
}
