/** The requests of one side that wait for an answer. */

import type { Heading } from './entry.js'

/** A request that was seen, and what its answer will be known by. */
export interface OpenCall {
  readonly row: number
  readonly at: number
  readonly to: Heading
  readonly method: string
  /** Its params as they came, and as they were understood. */
  readonly params: unknown
  readonly value: unknown
  readonly session: string | undefined
  readonly toolCall: string | undefined
  readonly turn: number | undefined
}

/** By id; an id that is used twice at a time stands for the later request. */
export class OpenCalls {
  readonly #calls = new Map<unknown, OpenCall>()

  add(id: unknown, call: OpenCall): void {
    this.#calls.set(id, call)
  }

  take(id: unknown): OpenCall | undefined {
    const call = this.#calls.get(id)
    if (call !== undefined) this.#calls.delete(id)
    return call
  }
}
