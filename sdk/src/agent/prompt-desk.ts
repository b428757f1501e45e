/** Takes prompts in, one turn of a session after the other, in the order in which they came. */

import type { Call } from '../protocol/index.js'
import type { LiveSession } from './session.js'

/** What became of a prompt. */
export type Admission = 'taken' | 'cancelled'

export class PromptDesk {
  /** The prompt at the end of each session's queue: who waits, waits for that one too. */
  readonly #tails = new WeakMap<LiveSession, Promise<void>>()

  /** Starts the turn at once, or when the session is free; `cancelled` when it was called off before that. */
  take(session: LiveSession, call: Call, begin: () => void): Admission | Promise<Admission> {
    if (session.work.turn !== undefined || this.#tails.has(session)) return this.#wait(session, call, begin)
    begin()
    return 'taken'
  }

  async #wait(session: LiveSession, call: Call, begin: () => void): Promise<Admission> {
    const { cancels } = session.work
    const ready = this.#untilFree(session, this.#tails.get(session))
    this.#tails.set(session, ready)
    await ready
    if (this.#tails.get(session) === ready) this.#tails.delete(session)
    // A prompt that waited across a cancel is called off with it.
    if (call.isCancelled || cancels !== session.work.cancels) return 'cancelled'
    begin()
    return 'taken'
  }

  async #untilFree(session: LiveSession, before: Promise<void> | undefined): Promise<void> {
    await before
    while (session.work.turn !== undefined) await session.work.idle
  }
}
