/** Everything that happens goes through here: it is counted, then shown. What goes wrong in that ends the run, and nothing else. */

import type { ThreadUpdate, ThreadVersion } from '@parley/acp/thread'
import { EXIT } from '../exit-code.js'
import { CallBook } from './call-book.js'
import type { Format, RunEvent } from './event.js'
import type { Halt, Wish } from './halt.js'
import type { Ledger } from './ledger.js'

export interface ShowingMeans {
  readonly ledger: Pick<Ledger, 'note'>
  readonly load: () => Promise<Format>
  readonly halt: Halt
  readonly now: () => number
}

export class Showing {
  readonly #means: ShowingMeans
  #book = new CallBook(1)
  #format: Format | undefined
  #loading: Promise<void> | undefined
  /** What happened before there was a format. */
  #early: RunEvent[] = []
  #fault: Wish | undefined

  constructor(means: ShowingMeans) {
    this.#means = means
  }

  /** What went wrong here. */
  get fault(): Wish | undefined {
    return this.#fault
  }

  /** Resolves when the format is there; the first call has it loaded. */
  ready(): Promise<void> {
    this.#loading ??= this.#load()
    return this.#loading
  }

  /** Never throws and never rejects. After a fault nothing but the end is shown. */
  readonly show = (event: RunEvent): Promise<void> | undefined => {
    try {
      const whole = this.#withCall(event)
      this.#means.ledger.note(whole)
      if (this.#fault !== undefined && event.type !== 'end') return undefined
      if (this.#format === undefined) return void this.#early.push(whole)
      return this.#format.show(whole)?.catch(error => this.fail(error))
    } catch (error) {
      this.fail(error)
      return undefined
    }
  }

  /** Something could not be shown: the run ends. */
  fail(error: unknown): void {
    const why = error instanceof Error ? error.message : String(error)
    this.#fault ??= {
      exitCode: EXIT.error,
      reason: 'internal_error',
      message: `what the agent did could not be shown: ${why}`,
      cure: 'This is a fault of parley: please report it, with what was asked.',
    }
    this.#means.halt.request(this.#fault)
  }

  async #load(): Promise<void> {
    this.#format = await this.#means.load()
    const early = this.#early
    this.#early = []
    try {
      for (const event of early) await this.#format.show(event)
    } catch (error) {
      this.fail(error)
    }
  }

  #withCall(event: RunEvent): RunEvent {
    if (event.type === 'start') this.#book = new CallBook(event.protocolVersion as ThreadVersion)
    if (event.type !== 'update') return event
    return { ...event, call: this.#book.fold(event.update as ThreadUpdate, this.#means.now()) }
  }
}
