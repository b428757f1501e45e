/** Who listens to a session, and what came while nobody was there to hear it. */

import { isThenable } from '../jsonrpc/index.js'
import type { Log } from '../protocol/index.js'
import type { Allowance } from './allowance.js'
import { outcomesHeard } from './outcomes-heard.js'

/** Learns of every update of a session; a promise keeps the next one waiting. */
export type UpdateListener<Update> = (update: Update) => unknown

const MOST_UNHEARD = 10_000

export class Listeners<Update> {
  readonly #log: Log
  readonly #allowance: Allowance
  readonly #hearers = new Map<UpdateListener<Update>, Hearer<Update>>()
  /** Agents announce commands and modes before anything is asked, and replay a conversation before it is handed out. */
  #unheard: Update[] = []
  #unheardBytes = 0
  /** There for a moment behind the end of a turn. In a session that others share their next one may come together with it. */
  #late: Update[] | undefined

  constructor(log: Log, allowance: Allowance) {
    this.#log = log
    this.#allowance = allowance
  }

  get size(): number {
    return this.#hearers.size
  }

  /** Learns of what nobody has heard yet, then of what comes. Returns a function that ends it. */
  add(listener: UpdateListener<Update>): () => void {
    const hearer = this.#hearers.get(listener) ?? new Hearer(listener, this.#log)
    this.#hearers.set(listener, hearer)
    hearer.hearPast(this.#takeUnheard())
    return () => {
      hearer.isGone = true
      if (this.#hearers.get(listener) === hearer) this.#hearers.delete(listener)
    }
  }

  /** The next update waits until every listener has done with this one, as it waits for a slow reader. */
  tellAll(update: Update, slowed: Promise<void> | undefined): Promise<void> | undefined {
    if (this.#late !== undefined) {
      this.#late.push(update)
      return slowed
    }
    const busy = [...this.#hearers.values()].map(hearer => hearer.hear(update))
    const waits = [slowed, ...busy].filter(each => each !== undefined)
    return waits.length === 0 ? undefined : Promise.all(waits).then(() => {})
  }

  /** A turn is over: what comes behind it is told when those who await its outcome have gone on. */
  endTurn(): void {
    this.#tellLate()
    if (this.#hearers.size === 0) return
    const late: Update[] = []
    this.#late = late
    void outcomesHeard().then(() => {
      if (this.#late === late) this.#tellLate()
    })
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

  /** Lets go of what nobody has heard. */
  forgetUnheard(): void {
    this.#takeUnheard()
  }

  /** Nothing more will come. */
  end(): void {
    this.#tellLate()
    this.#takeUnheard()
    this.#hearers.clear()
  }

  #tellLate(): void {
    const late = this.#late ?? []
    this.#late = undefined
    for (const hearer of this.#hearers.values()) hearer.hearPast(late)
  }

  #takeUnheard(): readonly Update[] {
    const unheard = this.#unheard
    this.#unheard = []
    this.#allowance.giveBack(this.#unheardBytes)
    this.#unheardBytes = 0
    return unheard
  }
}

/** One listener: hears one update at a time, and what came before it listened first. */
class Hearer<Update> {
  /** Whoever does not listen any more is told nothing more, not even of the past. */
  isGone = false
  readonly #listener: UpdateListener<Update>
  readonly #log: Log
  /** There while the past is being told. */
  #past: Promise<void> | undefined

  constructor(listener: UpdateListener<Update>, log: Log) {
    this.#listener = listener
    this.#log = log
  }

  /** Told at once, as far as the listener has done with each at once, and behind what it still has to hear. */
  hearPast(updates: readonly Update[]): void {
    if (this.#past !== undefined) return this.#hearBehind(this.#past, updates)
    for (const [index, update] of updates.entries()) {
      const busy = this.#tell(update)
      if (busy !== undefined) return this.#hearBehind(busy, updates.slice(index + 1))
    }
  }

  /** What comes waits behind the past, and so does the agent. */
  hear(update: Update): Promise<void> | undefined {
    return this.#past === undefined ? this.#tell(update) : this.#past.then(() => this.#tell(update))
  }

  #hearBehind(busy: Promise<void>, updates: readonly Update[]): void {
    const past = this.#hearRest(busy, updates)
    this.#past = past
    void past.then(() => {
      if (this.#past === past) this.#past = undefined
    })
  }

  async #hearRest(busy: Promise<void>, updates: readonly Update[]): Promise<void> {
    await busy
    for (const update of updates) await this.#tell(update)
  }

  /** A listener that fails costs neither the turn nor the other listeners their update. */
  #tell(update: Update): Promise<void> | undefined {
    if (this.isGone) return undefined
    const listener = this.#listener
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
