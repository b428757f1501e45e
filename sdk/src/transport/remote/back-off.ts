/** When to try again: soon at first, then less and less often, never all at the same moment, and not for ever. */

/** How long to wait for a server that cannot be reached. */
export interface ReconnectOptions {
  /** Milliseconds before the first new try, doubled for each one after: 100 unless said otherwise. */
  readonly firstDelay?: number | undefined
  /** Milliseconds that are not exceeded between two tries, unless the server asks for it: 10 seconds. */
  readonly longestDelay?: number | undefined
  /** Milliseconds after which a connection is given up: 10 minutes. */
  readonly giveUpAfter?: number | undefined
  /** Between 0 and 1; for tests. */
  readonly random?: (() => number) | undefined
  /** Milliseconds; for tests. */
  readonly now?: (() => number) | undefined
  /** How to wait; for tests. */
  readonly wait?: ((milliseconds: number) => Promise<void>) | undefined
}

export class BackOff {
  readonly #firstDelay: number
  readonly #longestDelay: number
  readonly #giveUpAfter: number
  readonly #random: () => number
  readonly now: () => number
  #attempt = 0
  #brokenAt: number | undefined
  #openedAt: number | undefined

  constructor(options: ReconnectOptions) {
    this.#firstDelay = options.firstDelay ?? 100
    this.#longestDelay = options.longestDelay ?? 10_000
    this.#giveUpAfter = options.giveUpAfter ?? 600_000
    this.#random = options.random ?? Math.random
    this.now = options.now ?? Date.now
  }

  get attempt(): number {
    return this.#attempt
  }

  /** How long it has been tried, in milliseconds. */
  get tried(): number {
    return this.#brokenAt === undefined ? 0 : this.now() - this.#brokenAt
  }

  opened(): void {
    this.#openedAt = this.now()
  }

  /** Something came: whatever was wrong is over. */
  prospered(): void {
    this.#attempt = 0
    this.#brokenAt = undefined
  }

  /** How long to wait now that it broke; nothing when it was tried for long enough. */
  next(retryAfter: number | undefined): number | undefined {
    const now = this.now()
    // A link that brought nothing and lasted was sound all the same: there was nothing to bring.
    if (this.#openedAt !== undefined && now - this.#openedAt >= this.#longestDelay) this.prospered()
    this.#openedAt = undefined
    this.#brokenAt ??= now
    const left = this.#brokenAt + this.#giveUpAfter - now
    const delay = Math.min(this.#firstDelay * 2 ** this.#attempt, this.#longestDelay)
    this.#attempt++
    // Half of it by chance: those who lost the same server must not come back to it together.
    const wanted = Math.max(delay / 2 + (delay / 2) * this.#random(), retryAfter ?? 0)
    if (left <= 0 || (retryAfter !== undefined && retryAfter > left)) return undefined
    return Math.min(wanted, left)
  }
}
