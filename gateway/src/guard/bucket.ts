/** A measure that fills with time and is emptied by use. Knows no clock: the moment is a parameter, in milliseconds. */

export class Bucket {
  readonly #perMillisecond: number
  readonly #capacity: number
  #level: number
  #at: number

  /** Full at first. `perSecond` is how fast it fills, `capacity` how much it holds. */
  constructor(perSecond: number, capacity: number, now: number) {
    this.#perMillisecond = perSecond / 1_000
    this.#capacity = capacity
    this.#level = capacity
    this.#at = now
  }

  /** Takes it if it is there. Otherwise nothing is taken, and these are the milliseconds until it could be. */
  take(amount: number, now: number): number {
    this.#fill(now)
    if (this.#level < amount) return Math.ceil((amount - this.#level) / this.#perMillisecond)
    this.#level -= amount
    return 0
  }

  /** Takes it in any case, for what has happened already: the milliseconds until the debt is paid. */
  charge(amount: number, now: number): number {
    this.#fill(now)
    this.#level -= amount
    return this.#level >= 0 ? 0 : Math.ceil(-this.#level / this.#perMillisecond)
  }

  /** The milliseconds until so much is there; nothing is taken. */
  wait(amount: number, now: number): number {
    this.#fill(now)
    return this.#level >= amount ? 0 : Math.ceil((amount - this.#level) / this.#perMillisecond)
  }

  /** A clock that was put back fills nothing. */
  #fill(now: number): void {
    const passed = Math.max(0, now - this.#at)
    this.#at = now
    this.#level = Math.min(this.#capacity, this.#level + passed * this.#perMillisecond)
  }
}
