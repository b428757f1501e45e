/**
 * Calls that wait, found by their ids: consecutive numbers, so that nearly all have a place of their own in an array. A map
 * would make itself anew every few hundred calls, and what it was before holds on to all of those until the whole heap is
 * collected: a third of the time of a small call that is one of many.
 */

import type { PendingCall } from './pending-call.js'

const FEWEST_PLACES = 8
const MOST_PLACES = 1_024

export class WaitingCalls {
  /** As many as a power of two; the call of an id is at its remainder, or has been put aside for a later one. */
  #places: (PendingCall | undefined)[] = new Array(FEWEST_PLACES).fill(undefined)
  #aside: Map<number, PendingCall> | undefined
  #size = 0

  get size(): number {
    return this.#size
  }

  has(id: unknown): boolean {
    if (typeof id !== 'number') return false
    return this.#places[this.#placeOf(id)]?.id === id || (this.#aside?.has(id) ?? false)
  }

  add(call: PendingCall): void {
    this.#size++
    if (this.#places[this.#placeOf(call.id)] !== undefined) this.#makePlace(call.id)
    this.#places[this.#placeOf(call.id)] = call
  }

  take(id: unknown): PendingCall | undefined {
    if (typeof id !== 'number') return undefined
    const place = this.#placeOf(id)
    const call = this.#places[place]
    if (call?.id !== id) return this.#takeAside(id)
    this.#places[place] = undefined
    this.#size--
    return call
  }

  /** The ids of all, in the order of asking. */
  ids(): number[] {
    const placed = this.#places.flatMap(call => (call === undefined ? [] : [call.id]))
    return [...(this.#aside?.keys() ?? []), ...placed].sort((one, other) => one - other)
  }

  #placeOf(id: number): number {
    return id & (this.#places.length - 1)
  }

  #takeAside(id: number): PendingCall | undefined {
    const call = this.#aside?.get(id)
    if (call === undefined) return undefined
    this.#aside?.delete(id)
    this.#size--
    return call
  }

  /** More places where many calls wait; where few do, one of them takes long and need not be found fast. */
  #makePlace(id: number): void {
    if (this.#size * 2 > this.#places.length && this.#places.length < MOST_PLACES) this.#grow()
    const place = this.#placeOf(id)
    const call = this.#places[place]
    if (call === undefined) return
    this.#aside ??= new Map()
    this.#aside.set(call.id, call)
    this.#places[place] = undefined
  }

  #grow(): void {
    const before = this.#places
    this.#places = new Array(2 * before.length).fill(undefined)
    for (const call of before) if (call !== undefined) this.#places[this.#placeOf(call.id)] = call
  }
}
