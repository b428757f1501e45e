/** Who listens to a session, and what came while nobody was there to hear it. */

import { isThenable } from '../jsonrpc/index.js'
import type { Log } from '../protocol/index.js'
import type { Allowance } from './allowance.js'

/** Learns of every update of a session; a promise keeps the next one waiting. */
export type UpdateListener<Update> = (update: Update) => unknown

const MOST_UNHEARD = 10_000

export class Listeners<Update> {
  readonly #log: Log
  readonly #allowance: Allowance
  readonly #listeners = new Set<UpdateListener<Update>>()
  /** Agents announce commands and modes before anything is asked, and replay a conversation before it is handed out. */
  #unheard: Update[] = []
  #unheardBytes = 0

  constructor(log: Log, allowance: Allowance) {
    this.#log = log
    this.#allowance = allowance
  }

  get size(): number {
    return this.#listeners.size
  }

  /** Also learns of what nobody has heard yet. Returns a function that ends it. */
  add(listener: UpdateListener<Update>): () => void {
    this.#listeners.add(listener)
    for (const update of this.#takeUnheard()) void this.#tell(listener, update)
    return () => void this.#listeners.delete(listener)
  }

  /** The next update waits until every listener has done with this one, as it waits for a slow reader. */
  tellAll(update: Update, slowed: Promise<void> | undefined): Promise<void> | undefined {
    const busy = [...this.#listeners].map(listener => this.#tell(listener, update))
    const waits = [slowed, ...busy].filter(each => each !== undefined)
    return waits.length === 0 ? undefined : Promise.all(waits).then(() => {})
  }

  keepUnheard(update: Update, size: number): void {
    if (this.#unheard.length >= MOST_UNHEARD || !this.#allowance.take(size))
      return this.#log.write({
        level: 'warn',
        event: 'update_dropped',
        message: 'nobody listens to the session',
      })
    this.#unheard.push(update)
    this.#unheardBytes += size
  }

  /** Nothing more will come. */
  end(): void {
    this.#takeUnheard()
    this.#listeners.clear()
  }

  #takeUnheard(): readonly Update[] {
    const unheard = this.#unheard
    this.#unheard = []
    this.#allowance.giveBack(this.#unheardBytes)
    this.#unheardBytes = 0
    return unheard
  }

  /** A listener that fails costs neither the turn nor the other listeners their update. */
  #tell(listener: UpdateListener<Update>, update: Update): Promise<void> | undefined {
    const failed = (error: unknown): void =>
      this.#log.write({
        level: 'error',
        event: 'listener_failed',
        error,
        message: 'an update listener failed',
      })
    try {
      const running = listener(update)
      return isThenable(running) ? Promise.resolve(running).then(() => {}, failed) : undefined
    } catch (error) {
      failed(error)
      return undefined
    }
  }
}
