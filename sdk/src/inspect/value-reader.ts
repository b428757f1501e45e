/** Holds the params and results of messages against the schema. */

import { BAD, Reader } from '../protocol/index.js'
import type { Flaw, MethodRow } from '../schema/index.js'
import type { Fields } from './fields.js'
import type { OpenCall } from './open-calls.js'
import type { Tongue } from './tongue.js'

/** What was made of a value. */
export interface Reading {
  /** Checked and mended, or undefined where that was not possible. */
  readonly value: unknown
  readonly flaws: readonly Flaw[]
  /** There was a shape to hold it against. */
  readonly isJudged: boolean
  /** The official documentation shows exactly this, though the schema has something against it. */
  readonly isExcused: boolean
}

const UNREAD: Reading = { value: undefined, flaws: [], isJudged: false, isExcused: false }

/** Reads one value after the other. */
export class ValueReader {
  readonly #reader = new Reader()

  params(tongue: Tongue, methodRow: MethodRow | undefined, params: unknown): Reading {
    if (methodRow === undefined) return UNREAD
    const reading = this.#read(methodRow.params, params ?? {})
    const mend = reading.flaws.length === 0 ? undefined : tongue.slips.get(methodRow.name)
    if (mend === undefined) return reading
    const mended = this.#read(methodRow.params, mend(params))
    return mended.flaws.length === 0 ? { ...mended, flaws: reading.flaws, isExcused: true } : reading
  }

  result(tongue: Tongue, message: Fields, call: OpenCall | undefined): Reading {
    const shape = call === undefined ? undefined : tongue.to[call.to].request.get(call.method)?.result
    if (call === undefined || shape === undefined || message.result === undefined) return UNREAD
    const isEmpty = message.result === null && tongue.contract.emptyResults.has(call.method)
    return this.#read(shape, isEmpty ? {} : message.result)
  }

  #read(shape: MethodRow['params'], input: unknown): Reading {
    const value = this.#reader.read(shape, input)
    return {
      value: value === BAD ? undefined : value,
      flaws: this.#reader.flaws,
      isJudged: true,
      isExcused: false,
    }
  }
}
