/** The table of rules: what each demands, of whom, and how much it weighs. */

import type { Rule, Watcher } from './rule.js'

/** Every rule that can be judged by watching. */
export const rules: readonly Rule[] = []

/** Somebody for every rule, at work on one wire. */
export function createWatchers(): readonly Watcher[] {
  return []
}
