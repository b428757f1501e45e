/** How much one principal may have and do, counted over all its callers. Whoever opens something asks here first. */

import type { PrincipalLimits } from '../config/config.js'
import { Bucket } from './bucket.js'

/** Gives back what was taken; a second call does nothing. */
export type Release = () => void

export class Allowance {
  readonly limits: PrincipalLimits
  readonly #now: () => number
  readonly #requests: Bucket
  readonly #bytes: Bucket
  #connections = 0
  #sessions = 0

  constructor(limits: PrincipalLimits, now: () => number) {
    this.limits = limits
    this.#now = now
    this.#requests = new Bucket(limits.requestsPerSecond, limits.requestBurst, now())
    this.#bytes = new Bucket(limits.bytesPerSecond, limits.bytesPerSecond, now())
  }

  get hasRoomForConnection(): boolean {
    return this.#connections < this.limits.connections
  }

  /** One more connection; nothing when there are as many as may be. */
  openConnection(): Release | undefined {
    if (!this.hasRoomForConnection) return undefined
    this.#connections += 1
    return once(() => {
      this.#connections -= 1
    })
  }

  /** One more session that is held open; nothing when there are as many as may be. */
  openSession(): Release | undefined {
    if (this.#sessions >= this.limits.sessions) return undefined
    this.#sessions += 1
    return once(() => {
      this.#sessions -= 1
    })
  }

  /** One more request, or one more message on a socket: 0, or the milliseconds to wait. */
  takeRequest(): number {
    return this.#requests.take(1, this.#now())
  }

  /** Bytes that came in: the milliseconds to wait before more are read. */
  received(bytes: number): number {
    return this.#bytes.charge(bytes, this.#now())
  }
}

function once(work: () => void): Release {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    work()
  }
}
