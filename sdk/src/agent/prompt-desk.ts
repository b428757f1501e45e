/** Takes prompts in, one turn of a session after the other. */

import type { Call } from '../protocol/index.js'
import type { LiveTurn } from './live-turn.js'
import type { LiveSession } from './session.js'

/** What became of a prompt that had to wait. */
export type Admission = 'taken' | 'cancelled'

export class PromptDesk {
  /** Counts the cancels of a session: a prompt that waits across one is called off with it. */
  readonly #cancels = new WeakMap<LiveSession, number>()

  /** Starts the turn when the session is free; `cancelled` when it was called off before that. */
  async take(session: LiveSession, call: Call, begin: () => void): Promise<Admission> {
    const cancels = this.#cancelsOf(session)
    // Nothing is awaited between seeing that the session is free and taking it: of those that wait, one goes on.
    while (session.turn !== undefined) await session.idle
    if (call.isCancelled || cancels !== this.#cancelsOf(session)) return 'cancelled'
    begin()
    return 'taken'
  }

  cancel(session: LiveSession | undefined): void {
    if (session === undefined) return
    this.#cancels.set(session, this.#cancelsOf(session) + 1)
    const turn: LiveTurn | undefined = session.turn
    turn?.cancel()
  }

  #cancelsOf(session: LiveSession): number {
    return this.#cancels.get(session) ?? 0
  }
}
