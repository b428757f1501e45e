/** The one turn that a session works on, and how often it was called off. There is never a second one at the same time. */

import { rpcError } from '../protocol/index.js'
import type { LiveTurn } from './live-turn.js'

export class SessionWork {
  readonly #sessionId: string
  #turn: LiveTurn | undefined
  #last: Promise<void> = Promise.resolve()
  #cancels = 0

  constructor(sessionId: string) {
    this.#sessionId = sessionId
  }

  /** The turn being worked on, if one is. */
  get turn(): LiveTurn | undefined {
    return this.#turn
  }

  /** Resolves when the turn at hand, if there is one, is over. */
  get idle(): Promise<void> {
    return this.#last
  }

  /** How often it was cancelled so far. */
  get cancels(): number {
    return this.#cancels
  }

  run<T>(turn: LiveTurn, work: () => Promise<T>): Promise<T> {
    this.#turn = turn
    const outcome = work()
    this.#last = outcome.then(
      () => this.#free(),
      () => this.#free(),
    )
    return outcome
  }

  /** Calls off the turn at hand, and the prompts that wait for it. */
  cancel(): void {
    this.#cancels++
    this.#turn?.cancel()
  }

  demandIdle(): void {
    if (this.#turn !== undefined)
      throw rpcError('invalid_session_state', 'A turn is already being worked on', {
        sessionId: this.#sessionId,
        state: 'busy',
      })
  }

  #free(): void {
    this.#turn = undefined
  }
}
