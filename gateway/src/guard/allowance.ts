/** How much one principal may have and do, counted over all its callers. Whoever opens something asks here first. */

import type { Freight } from '@parley/acp/transport'
import type { PrincipalLimits } from '../config/config.js'
import { Bucket } from './bucket.js'
import { Rounds } from './rounds.js'
import { Slices } from './slices.js'

/** Gives back what was taken; a second call does nothing. */
export type Release = () => void

/** Who has a place among the connections. */
export interface Holder {
  /** Since when nobody is at the other end, in milliseconds since 1970; nothing while somebody is. */
  readonly idleSince: number | undefined
  /** Makes room for another one. */
  leave(): void
}

interface Place {
  readonly holder: Holder | undefined
  readonly release: Release
}

export interface AllowanceParts {
  readonly now: () => number
  readonly load: Load
  /** Which part of what is free may be held. */
  readonly share?: number | undefined
}

/** A message of so many bytes is nobody's flood. */
export const SMALL_BYTES = 64 * 1024

const MOST_LOAD_BYTES = 80 * 1024 * 1024
const MOST_UNFINISHED_BYTES = 32 * 1024 * 1024
const MOST_DEBT_MILLISECONDS = 3_000
const FORSAKEN_MILLISECONDS = 5_000
const GUEST_SHARE = 1 / 4
// A page has half a dozen beside each of its connections.
const SOCKETS_OF_CONNECTION = 8

/** What is on its way to the gateway, of all principals together. */
export class Load {
  bytes = 0

  get free(): number {
    return MOST_LOAD_BYTES - this.bytes
  }
}

export class Allowance implements Freight {
  readonly limits: PrincipalLimits
  readonly turns = new Rounds()
  readonly #parts: AllowanceParts
  readonly #requests: Bucket
  readonly #bytes: Bucket
  readonly #slices = new Slices()
  readonly #acts = new Rounds()
  /** The one that was taken first first. */
  readonly #places = new Set<Place>()
  #guests: Allowance | undefined
  #held = 0
  #sessions = 0
  #sockets = 0
  #unfinished = 0

  constructor(limits: PrincipalLimits, parts: AllowanceParts) {
    const now = parts.now()
    this.limits = limits
    this.#parts = parts
    this.#requests = new Bucket(limits.requestsPerSecond, limits.requestBurst, now)
    this.#bytes = new Bucket(limits.bytesPerSecond, limits.bytesPerSecond, now)
  }

  /** A quarter of everything, beside: what guests and those who may only look have, all of them together. */
  get guests(): Allowance {
    this.#guests ??= new Allowance(guestLimits(this.limits), { ...this.#parts, share: GUEST_SHARE })
    return this.#guests
  }

  get hasRoomForConnection(): boolean {
    return this.#places.size < this.limits.connections || this.#forsaken() !== undefined
  }

  /** One more connection; nothing when there are as many as may be. One that nobody has used for a while makes room. */
  openConnection(holder?: Holder): Release | undefined {
    if (this.#places.size >= this.limits.connections) {
      const forsaken = this.#forsaken()
      if (forsaken === undefined) return undefined
      forsaken.release()
      forsaken.holder?.leave()
    }
    const place: Place = { holder, release: () => void this.#places.delete(place) }
    this.#places.add(place)
    return place.release
  }

  /** One more session that is held open; nothing when there are as many as may be. */
  openSession(): Release | undefined {
    if (this.#sessions >= this.limits.sessions) return undefined
    this.#sessions += 1
    return once(() => {
      this.#sessions -= 1
    })
  }

  /** One more socket over which a good token came; nothing when there are as many as may be. */
  openSocket(): Release | undefined {
    if (this.#sockets >= this.limits.connections * SOCKETS_OF_CONNECTION) return undefined
    this.#sockets += 1
    return once(() => {
      this.#sockets -= 1
    })
  }

  /** So many bytes of what was read and is not done with; nothing when there are as many as may be. */
  hold(bytes: number): Release | undefined {
    const { share = 1 } = this.#parts
    // One alone may be as large as a message can be.
    const isFull = this.#unfinished + bytes > MOST_UNFINISHED_BYTES * share
    if (isFull && this.#unfinished > 0) return undefined
    this.#unfinished += bytes
    return once(() => {
      this.#unfinished -= bytes
    })
  }

  /** One more request, or one more message on a socket: 0, or the milliseconds to wait. */
  takeRequest(): number {
    return this.#requests.take(1, this.#parts.now())
  }

  /** The milliseconds until all bytes that came are paid for. */
  get debt(): number {
    return this.#bytes.wait(0, this.#parts.now())
  }

  /** Small messages are let in all the same: they are bounded by their number, and may be of another of its clients. */
  came(bytes: number, ofMessage: number): boolean {
    const debt = this.#bytes.charge(bytes, this.#parts.now())
    this.keep(bytes)
    if (ofMessage <= SMALL_BYTES) return true
    const { load, share = 1 } = this.#parts
    // Of what is free nobody takes more than is left then: there is always room for whoever comes next.
    return debt <= MOST_DEBT_MILLISECONDS && this.#held <= load.free * share
  }

  pace(ofMessage: number, go: () => void): (() => void) | undefined {
    return ofMessage <= SMALL_BYTES ? undefined : this.#slices.wait(go)
  }

  /** Resolves when it is this message's turn to be acted upon; nothing where it is now. */
  mayAct(bytes: number): Promise<void> | undefined {
    if (this.#acts.take(bytes)) return undefined
    return new Promise(resolve => {
      const ask = (): void => {
        if (this.#acts.take(bytes)) resolve()
        else this.#acts.wait(ask)
      }
      this.#acts.wait(ask)
    })
  }

  keep(bytes: number): void {
    this.#held += bytes
    this.#parts.load.bytes += bytes
  }

  gone(bytes: number): void {
    this.keep(-bytes)
  }

  /** The connection that has been without its client for longest, if that is long enough. */
  #forsaken(): Place | undefined {
    let longest = this.#parts.now() - FORSAKEN_MILLISECONDS
    let forsaken: Place | undefined
    for (const place of this.#places) {
      const since = place.holder?.idleSince
      if (since === undefined || since > longest) continue
      longest = since
      forsaken = place
    }
    return forsaken
  }
}

function guestLimits(limits: PrincipalLimits): PrincipalLimits {
  const shares = Object.entries(limits).map(([name, most]) => [name, Math.ceil(most * GUEST_SHARE)])
  return { ...limits, ...Object.fromEntries(shares) }
}

/** Work that is done at most once. */
export function once(work: () => void): Release {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    work()
  }
}
