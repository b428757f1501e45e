/** What an agent says of a session whose opening is not finished here: kept for a moment, in order, and not for ever. */

const MOST_BYTES = 4 * 1024 * 1024
const OVERHEAD_BYTES = 256

export class Unclaimed {
  readonly #waiting = new Map<string, (() => void)[]>()
  #openings = 0
  #bytes = 0

  /** While the work lasts, sessions may come into being that nobody has claimed. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#openings++
    try {
      return await work()
    } finally {
      this.#openings--
      if (this.#openings === 0) this.#forget()
    }
  }

  /** Keeps it until the session is claimed; false when there is no hope of that, or no room. */
  keep(sessionId: string, size: number, run: () => void): boolean {
    if (this.#openings === 0 || this.#bytes > MOST_BYTES) return false
    this.#bytes += size + OVERHEAD_BYTES
    const waiting = this.#waiting.get(sessionId)
    if (waiting === undefined) this.#waiting.set(sessionId, [run])
    else waiting.push(run)
    return true
  }

  /** Everything that was kept for this session, in order. */
  take(sessionId: string): readonly (() => void)[] {
    const waiting = this.#waiting.get(sessionId) ?? []
    this.#waiting.delete(sessionId)
    return waiting
  }

  #forget(): void {
    this.#waiting.clear()
    this.#bytes = 0
  }
}
