/** Prompts that wait here for the turns before them: seen, taken back, held by a cancel, let go again. */

import type { Version } from '../protocol/index.js'
import type { LiveTurn, Turn } from './turn.js'

/**
 * The prompts of a session that have not been sent yet. A cancel holds those that were waiting: who stops an agent does
 * not want it to go on with the next thing. They stay until they are let go, taken back or dropped; a prompt made
 * after the cancel does not wait behind them.
 */
export interface PromptQueue<V extends Version = 1> {
  /** In the order in which they will be sent. */
  readonly turns: readonly Turn<V>[]
  /** Whether some of them wait to be let go after a cancel. */
  readonly isHeld: boolean
  /** Lets held prompts go on. */
  release(): void
  /** Takes all of them back; they end as `cancelled`. */
  clear(): void
}

export class LivePromptQueue implements PromptQueue<Version> {
  readonly #advance: () => void
  #waiting: readonly LiveTurn[] = []
  readonly #held = new Set<LiveTurn>()

  /** `advance` sends the next prompt if none is with the agent. */
  constructor(advance: () => void) {
    this.#advance = advance
  }

  get turns(): readonly LiveTurn[] {
    return this.#waiting
  }

  get isHeld(): boolean {
    return this.#held.size > 0
  }

  release(): void {
    this.#held.clear()
    this.#advance()
  }

  clear(): void {
    for (const turn of this.#waiting) turn.takeBack()
  }

  add(turn: LiveTurn): void {
    this.#waiting = [...this.#waiting, turn]
  }

  hold(): void {
    for (const turn of this.#waiting) this.#held.add(turn)
  }

  /** The first prompt that nothing holds, no longer waiting. */
  takeNext(): LiveTurn | undefined {
    const next = this.#waiting.find(turn => !this.#held.has(turn))
    if (next !== undefined) this.remove(next)
    return next
  }

  remove(turn: LiveTurn): boolean {
    if (!this.#waiting.includes(turn)) return false
    this.#waiting = this.#waiting.filter(each => each !== turn)
    this.#held.delete(turn)
    return true
  }
}
