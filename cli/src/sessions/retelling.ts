/** A conversation that its agent tells again, written down as it comes: of a long one no more is held than one update. */

import { setImmediate } from 'node:timers/promises'
import type { SessionUpdate } from '@parley/acp/client'
import type { EntryContract, SessionLog } from '@parley/acp/store'
import { openingOf } from '../record/open-recorder.js'

/** When it was last held, and how its updates are spelled. */
export interface RetellingTerms {
  readonly at: number
  readonly contract: EntryContract
}

const ASKED: ReadonlySet<string> = new Set(['user_message', 'user_message_chunk'])

export class Retelling {
  readonly #log: SessionLog
  readonly #at: number
  readonly #contract: EntryContract
  /** The message that the update before was part of, if it was a user's; one without an id is one while it goes on. */
  #asked: string | undefined
  #turns = 0
  #opening = ''
  #isBusy = false
  #heard = 0
  #failure: { readonly error: unknown } | undefined

  constructor(log: SessionLog, { at, contract }: RetellingTerms) {
    this.#log = log
    this.#at = at
    this.#contract = contract
  }

  /** Never rejects: the next update waits for it, and what went wrong is told at the end. */
  async keep(update: SessionUpdate): Promise<void> {
    if (this.#failure !== undefined) return
    if (ASKED.has(update.sessionUpdate)) this.#hear(update)
    else this.#asked = undefined
    this.#heard++
    this.#isBusy = true
    try {
      await this.#log.append({ kind: 'update', contract: this.#contract, update }, this.#at)
    } catch (error) {
      this.#failure = { error }
    } finally {
      this.#isBusy = false
    }
  }

  #hear(update: SessionUpdate): void {
    const asked = 'messageId' in update ? String(update.messageId ?? '') : ''
    if (asked !== this.#asked) this.#turns++
    this.#asked = asked
    if (this.#turns > 1 || this.#opening !== '') return
    const content = 'content' in update ? update.content : undefined
    this.#opening = openingOf(Array.isArray(content) ? content : [content])
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
