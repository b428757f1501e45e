/** What an agent said to clients that had no stream open: nobody heard it, and whoever runs the server can know. */

/** How much was said that nobody heard. */
export interface UnheardCounts {
  /** Notifications, such as the updates of a prompt: dropped. */
  readonly updates: number
  /** Requests of the agent, such as for a permission: refused. */
  readonly requests: number
}

/** One thing that nobody heard. Nothing of what it said. */
export interface Unheard {
  readonly kind: 'update' | 'request'
  readonly method: string
  readonly principal: string
  /** All until now, this one included. */
  readonly counts: UnheardCounts
}

export class UnheardTally {
  readonly #told: (unheard: Unheard) => void
  #updates = 0
  #requests = 0

  constructor(told: (unheard: Unheard) => void) {
    this.#told = told
  }

  get counts(): UnheardCounts {
    return { updates: this.#updates, requests: this.#requests }
  }

  add(kind: Unheard['kind'], method: string, principal: string): void {
    if (kind === 'update') this.#updates++
    else this.#requests++
    this.#told({ kind, method, principal, counts: this.counts })
  }
}
