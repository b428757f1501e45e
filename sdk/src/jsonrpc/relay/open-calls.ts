/** The calls that one side of a relay has made and is owed an answer to: by its own ids, each settled exactly once. */

import { ConnectionError, wireError } from '../error.js'
import type { Answer } from '../inbound.js'
import type { ErrorObject, Id } from '../message.js'
import type { CallNumber } from './interpreter.js'

/** What became of a call. */
export type Outcome = { readonly result: unknown } | { readonly error: ErrorObject }

interface OpenCall {
  readonly id: Id
  readonly answer: Answer
  /** How many bytes it took on its wire. */
  readonly size: number
}

export class OpenCalls {
  readonly #open = new Map<CallNumber, OpenCall>()
  readonly #numbers = new Map<Id, CallNumber>()

  #bytes = 0

  /** How many bytes the calls that are open took. */
  get bytes(): number {
    return this.#bytes
  }

  get size(): number {
    return this.#open.size
  }

  /** The calls that are open now, whatever becomes of them meanwhile. */
  get numbers(): readonly CallNumber[] {
    return [...this.#open.keys()]
  }

  numberOf(id: unknown): CallNumber | undefined {
    return this.#numbers.get(id as Id)
  }

  idOf(call: CallNumber): Id | undefined {
    return this.#open.get(call)?.id
  }

  add(call: CallNumber, id: Id, made: Omit<OpenCall, 'id'>): void {
    this.#open.set(call, { id, ...made })
    this.#bytes += made.size
    this.#numbers.set(id, call)
  }

  /** Answers a call; false where there is no such call, or it was answered before. */
  settle(call: CallNumber, outcome: Outcome): boolean {
    const open = this.#open.get(call)
    if (open === undefined) return false
    const { id, answer, size } = open
    this.#open.delete(call)
    this.#bytes -= size
    this.#numbers.delete(id)
    try {
      if ('error' in outcome) answer({ jsonrpc: '2.0', id, error: outcome.error })
      else answer({ jsonrpc: '2.0', id, result: outcome.result === undefined ? null : outcome.result })
    } catch (error) {
      answer({ jsonrpc: '2.0', id, error: notPassedOn(error) })
    }
    return true
  }
}

/** What a call or an answer that cannot be written is refused with. */
export function notPassedOn(error: unknown): ErrorObject {
  const reason = error instanceof ConnectionError ? error.reason : 'unsendable'
  const why = reason === 'too_large' ? 'it is too large' : 'it cannot be written as JSON'
  return wireError('internal_error', `Not passed on: ${why}`, { reason })
}
