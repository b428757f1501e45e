/** How rules look at a message: what it tells, what it answers, and how to name its parts in a sentence. */

import { boundedLine } from '../../text/index.js'
import { type Fields, fieldOf, isFields } from '../fields.js'
import type { Sighting } from '../rule.js'

const MOST_NAME_CHARACTERS = 64

/** The update that a notification tells of, where its shape is right. */
export function updateOf({ row, value }: Sighting): Fields | undefined {
  if (row.kind !== 'notification' || row.method !== 'session/update') return undefined
  const update = fieldOf(value, 'update')
  return isFields(update) ? update : undefined
}

/** The value of a request of this method. */
export function askedFor({ row, value }: Sighting, method: string): Fields | undefined {
  return row.kind === 'request' && row.method === method && isFields(value) ? value : undefined
}

/** The result of a request of this method. */
export function answerTo({ row, value }: Sighting, method: string): Fields | undefined {
  return row.kind === 'result' && row.method === method && isFields(value) ? value : undefined
}

/** Whether a message answers a request of this method, well or not. */
export function isAnswerTo({ row }: Sighting, method: string): boolean {
  return (row.kind === 'result' || row.kind === 'error') && row.asked !== undefined && row.method === method
}

/** An id or a name of a peer, as it may stand in a sentence. */
export function named(name: unknown): string {
  return typeof name === 'string' ? `"${boundedLine(name, MOST_NAME_CHARACTERS)}"` : String(name)
}

/** What is remembered of each session, made when it is first heard of. */
export class PerSession<T> {
  readonly #all = new Map<string, T>()
  readonly #make: () => T

  constructor(make: () => T) {
    this.#make = make
  }

  of(session: string): T {
    const known = this.#all.get(session)
    if (known !== undefined) return known
    const made = this.#make()
    this.#all.set(session, made)
    return made
  }

  [Symbol.iterator](): IterableIterator<[string, T]> {
    return this.#all[Symbol.iterator]()
  }
}
