/** Chance that can be had again: the same seed throws the same numbers. */

import type { Range } from './rule.js'

/** A number from 0 up to, but not including, 1. */
export type Dice = () => number

/** Dice of their own for each name, so that what happens in one direction changes nothing in the other. */
export function makeDice(seed: number, name: string): Dice {
  let state = seed >>> 0
  for (const character of name) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export function throwIn([least, most]: Range, dice: Dice): number {
  return least === most ? least : Math.round(least + dice() * (most - least))
}
