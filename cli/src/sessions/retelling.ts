/** A conversation that its agent tells again, written down as it comes: of a long one no more is held than one update. */

import { setImmediate } from 'node:timers/promises'
import type { SessionUpdate } from '@parley/acp/client'
import type { SessionLog } from '@parley/acp/store'
import { openingOf } from '../record/open-recorder.js'

export class Retelling {
  readonly #log: SessionLog
  readonly #at: number
  #before: SessionUpdate['sessionUpdate'] | undefined
  #turns = 0
  #opening = ''
  #isBusy = false
  #heard = 0
  #failure: { readonly error: unknown } | undefined

  constructor(log: SessionLog, at: number) {
    this.#log = log
    this.#at = at
  }

  /** Never rejects: the next update waits for it, and what went wrong is told at the end. */
  async keep(update: SessionUpdate): Promise<void> {
    if (this.#failure !== undefined) return
    const isPrompt = update.sessionUpdate === 'user_message_chunk' && this.#before !== update.sessionUpdate
    this.#before = update.sessionUpdate
    if (isPrompt) this.#turns++
    if (isPrompt && this.#turns === 1 && 'content' in update) this.#opening = openingOf([update.content])
    this.#heard++
    this.#isBusy = true
    try {
      await this.#log.append({ kind: 'update', contract: 'v1', update }, this.#at)
    } catch (error) {
      this.#failure = { error }
    } finally {
      this.#isBusy = false
    }
  }

  /** The agent's answer overtakes what is still to be kept; one update follows the other without a pause. */
  async settled(): Promise<void> {
    let before: number
    do {
      before = this.#heard
      await setImmediate()
    } while (this.#isBusy || this.#heard !== before)
  }

  /** Rejects where something of it could not be kept. */
  async end(): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure.error
    const opening = this.#opening === '' ? {} : { opening: this.#opening }
    await this.#log.append(
      { kind: 'info', facts: { turns: this.#turns, lastAt: this.#at, ...opening } },
      this.#at,
    )
  }
}
