/** One prompt and what comes of it: the updates, then the outcome. */

import { UpdateQueue } from './update-queue.js'

/** How a turn ended. */
export interface Outcome {
  readonly stopReason: string
  /** What the agent said of a failure, in version 2. */
  readonly error?: unknown
}

/** A turn in progress. `Update` is the update type of the version spoken. */
export class Turn<Update> {
  readonly #queue = new UpdateQueue<Update>()
  readonly #outcome: Promise<Outcome>
  readonly #cancel: () => void
  #settle: (outcome: Outcome) => void = () => {}
  #fail: (error: unknown) => void = () => {}
  #isOver = false

  constructor(cancel: () => void) {
    this.#cancel = cancel
    this.#outcome = new Promise((resolve, reject) => {
      this.#settle = resolve
      this.#fail = reject
    })
    // Who only reads the updates need not look at the outcome for the process to live on.
    this.#outcome.catch(() => {})
  }

  /**
   * Every update of the turn, in order; ends when the turn does. One reader, who slows the agent by being slow. Who
   * only asks for the outcome need not read: what nobody reads is kept for a while (8 MiB), then dropped.
   */
  get updates(): AsyncIterable<Update> {
    return this.#queue
  }

  /** Resolves when the turn is over and rejects when it could not be carried out. All updates have been queued by then. */
  get outcome(): Promise<Outcome> {
    this.#queue.expectNoReader()
    return this.#outcome
  }

  get isOver(): boolean {
    return this.#isOver
  }

  /** Asks the agent to stop. The turn still ends by itself, as cancelled. */
  cancel(): void {
    if (!this.#isOver) this.#cancel()
  }

  /** Takes an update of the wire. */
  push(update: Update, size: number): Promise<void> | undefined {
    return this.#queue.push(update, size)
  }

  /** The last update has been taken. Said in its place among the updates, which may be later than the outcome. */
  endUpdates(): void {
    this.#queue.end()
  }

  settle(outcome: Outcome): void {
    this.#isOver = true
    this.#settle(outcome)
  }

  fail(error: unknown): void {
    this.#isOver = true
    this.#fail(error)
  }
}
