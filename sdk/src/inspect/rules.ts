/** The table of rules: what each demands, of whom, and how much it weighs. */

import type { Rule } from './rule.js'

/** Every rule that can be judged by watching. */
export const rules: readonly Rule[] = []
