/** An interpreter at work: one step at a time, in the order of events, and none the worse for a step that throws. */

import { Fifo } from '../fifo.js'
import type { CallNumber, Effect, Interpreter, RelayEvent } from './interpreter.js'

/** Whoever sees to what an interpreter wants. */
export interface Attendant<Side extends string, Tag> {
  /** `sole` is the event that it comes of, where nothing else does and the state is the one before. */
  carryOut(effect: Effect<Side, Tag>, sole: RelayEvent<Side, Tag> | undefined): void
  /** A step threw: the interpreter has a fault. `sake` is the call that was being worked on, where there was one. */
  failed(event: RelayEvent<Side, Tag>, error: unknown, sake: CallNumber | undefined): void
}

interface Happening<Side extends string, Tag> {
  readonly event: RelayEvent<Side, Tag>
  readonly sake: CallNumber | undefined
}

export class Interpretation<State, Side extends string, Tag> {
  readonly #interpreter: Interpreter<State, Side, Tag>
  readonly #attendant: Attendant<Side, Tag>
  readonly #waiting = new Fifo<Happening<Side, Tag>>()
  #state: State
  #isStepping = false
  #isOver = false

  constructor(interpreter: Interpreter<State, Side, Tag>, attendant: Attendant<Side, Tag>) {
    this.#interpreter = interpreter
    this.#attendant = attendant
    this.#state = interpreter.start
  }

  get state(): State {
    return this.#state
  }

  /** An effect may cause an event at once (a call that cannot be sent); it waits until the step before is done. */
  take(event: RelayEvent<Side, Tag>, sake?: CallNumber): void {
    if (this.#isOver) return
    if (this.#isStepping) return this.#waiting.push({ event, sake })
    this.#isStepping = true
    try {
      this.#step(event, sake)
      for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift())
        this.#step(next.event, next.sake)
    } finally {
      this.#isStepping = false
    }
  }

  /** No further step, and nothing more of the one that is being taken. */
  stop(): void {
    this.#isOver = true
    this.#waiting.clear()
  }

  #step(event: RelayEvent<Side, Tag>, sake: CallNumber | undefined): void {
    try {
      const { state, effects } = this.#interpreter.step(this.#state, event)
      const sole = effects.length === 1 && state === this.#state ? event : undefined
      this.#state = state
      for (const effect of effects) if (!this.#isOver) this.#attendant.carryOut(effect, sole)
    } catch (error) {
      this.#attendant.failed(event, error, sake)
    }
  }
}
