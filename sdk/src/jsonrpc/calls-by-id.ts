/**
 * Calls under way, found by their ids. Those are consecutive numbers nearly everywhere, so that nearly every call has a place
 * of its own in an array. A map would make itself anew every few hundred calls, and what it was before holds on to all of
 * those until the whole heap is collected: a third of the time of a small call that is one of many.
 */

import type { Id } from './message.js'

const FEWEST_PLACES = 8
const MOST_PLACES = 1_024

export class CallsById<Call extends { readonly id: Id }> {
  /** As many as a power of two; the call of a number is at its remainder. */
  #places: (Call | undefined)[] = new Array(FEWEST_PLACES).fill(undefined)
  /** Those with other ids, and those whose place was taken. */
  #aside: Map<unknown, Call> | undefined
  #size = 0

  get size(): number {
    return this.#size
  }

  get(id: unknown): Call | undefined {
    const call = typeof id === 'number' ? this.#places[this.#placeOf(id)] : undefined
    return call?.id === id ? call : this.#aside?.get(id)
  }

  /** There must be none of this id. */
  add(call: Call): void {
    const { id } = call
    this.#size++
    if (typeof id !== 'number') return this.#putAside(call)
    if (this.#places[this.#placeOf(id)] !== undefined) this.#clearPlace(id)
    this.#places[this.#placeOf(id)] = call
  }

  delete(call: Call): void {
    const { id } = call
    const place = typeof id === 'number' ? this.#placeOf(id) : -1
    if (this.#places[place] === call) this.#places[place] = undefined
    else if (!this.#aside?.delete(id)) return
    this.#size--
  }

  /** All of them, in no order. */
  all(): Call[] {
    const placed = this.#places.filter(call => call !== undefined)
    return [...placed, ...(this.#aside?.values() ?? [])]
  }

  #placeOf(id: number): number {
    return id & (this.#places.length - 1)
  }

  /** More places where many calls are under way; where few are, one that takes long makes way and need not be found fast. */
  #clearPlace(id: number): void {
    if (this.#size * 2 > this.#places.length && this.#places.length < MOST_PLACES) this.#grow()
    const before = this.#places[this.#placeOf(id)]
    if (before !== undefined) this.#putAside(before)
  }

  #putAside(call: Call): void {
    this.#aside ??= new Map()
    this.#aside.set(call.id, call)
  }

  #grow(): void {
    const before = this.#places
    this.#places = new Array(2 * before.length).fill(undefined)
    for (const call of before) if (typeof call?.id === 'number') this.#places[this.#placeOf(call.id)] = call
  }
}
