/** What an agent says of a session whose opening is not finished here: kept for a moment, in order, and not for ever. */

const MOST_BYTES = 4 * 1024 * 1024
const OVERHEAD_BYTES = 256

interface Waiting {
  readonly runs: (() => void)[]
  bytes: number
}

export class Unclaimed {
  /** Those of which the agent spoke first come first. */
  readonly #waiting = new Map<string, Waiting>()
  #openings = 0
  #bytes = 0

  /** While the work lasts, sessions may come into being that nobody has claimed. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#openings++
    try {
      return await work()
    } finally {
      this.#openings--
      if (this.#openings === 0) for (const sessionId of [...this.#waiting.keys()]) this.#giveUp(sessionId)
    }
  }

  /** Keeps it until the session is claimed; false when there is no hope of that. */
  keep(sessionId: string, size: number, run: () => void): boolean {
    if (this.#openings === 0) return false
    const waiting = this.#waiting.get(sessionId) ?? { runs: [], bytes: 0 }
    this.#waiting.set(sessionId, waiting)
    waiting.runs.push(run)
    waiting.bytes += size + OVERHEAD_BYTES
    this.#bytes += size + OVERHEAD_BYTES
    // The oldest is the one that is least likely to be claimed still.
    while (this.#bytes > MOST_BYTES) this.#giveUp(this.#waiting.keys().next().value ?? sessionId)
    return true
  }

  /** Everything that was kept for this session, in order. */
  take(sessionId: string): readonly (() => void)[] {
    const { runs, bytes } = this.#waiting.get(sessionId) ?? { runs: [], bytes: 0 }
    this.#waiting.delete(sessionId)
    this.#bytes -= bytes
    return runs
  }

  /** Whoever waits for an answer learns that nobody is there. */
  #giveUp(sessionId: string): void {
    for (const run of this.take(sessionId)) run()
  }
}
