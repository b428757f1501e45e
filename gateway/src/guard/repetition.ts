/** Lets the same thing be said a few times a minute and counts the rest: a flood must not drown what else is said. */

import { Recent } from './recent.js'

/** How often it may be said within a minute: the same, and all of one kind. */
export interface RepetitionLimits {
  readonly alike: number
  readonly ofAKind: number
}

const MINUTE = 60_000
const MOST_REMEMBERED = 1_000

interface Kind {
  said: number
  unsaid: number
}

export class Repetition {
  readonly #now: () => number
  readonly #limits: RepetitionLimits
  readonly #said = new Recent<number>(MOST_REMEMBERED)
  readonly #kinds = new Map<string, Kind>()
  #since: number

  constructor(now: () => number, limits: RepetitionLimits = { alike: 5, ofAKind: 300 }) {
    this.#now = now
    this.#limits = limits
    this.#since = now()
  }

  get size(): number {
    return this.#said.size
  }

  /** Whether this one is said. Kinds are few: no stranger can make new ones. */
  mayThis(what: string, kind = ''): boolean {
    this.#renew()
    const times = (this.#said.get(what) ?? 0) + 1
    this.#said.set(what, times)
    const all = this.#kinds.get(kind) ?? { said: 0, unsaid: 0 }
    this.#kinds.set(kind, all)
    const isSaid = times <= this.#limits.alike && all.said < this.#limits.ofAKind
    if (isSaid) all.said += 1
    else all.unsaid += 1
    return isSaid
  }

  /** How many were not said since this was last asked, by their kinds. */
  takeUnsaid(): ReadonlyMap<string, number> {
    const unsaid = new Map([...this.#kinds].map(([kind, each]) => [kind, each.unsaid]))
    for (const each of this.#kinds.values()) each.unsaid = 0
    return new Map([...unsaid].filter(([, times]) => times > 0))
  }

  /** A new minute for everybody at once: simpler than one for each, and as good. */
  #renew(): void {
    if (this.#now() - this.#since < MINUTE) return
    this.#since = this.#now()
    for (const kind of this.#kinds.values()) kind.said = 0
    this.#said.clear()
  }
}
