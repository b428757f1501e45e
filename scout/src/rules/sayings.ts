/** Every rule, in the order in which they are tried, and what they understand. */

import { ASKING_RULES } from './asking-rules.js'
import { DOING_RULES } from './doing-rules.js'
import { LOOKING_RULES } from './looking-rules.js'
import type { Rule } from './rule.js'

/** What is about scout itself comes first: "show the plan" names no file. */
export const RULES: readonly Rule[] = [...ASKING_RULES, ...DOING_RULES, ...LOOKING_RULES]

/** One request for each rule, as people would say it. */
export const SAYINGS: readonly string[] = RULES.map(({ saying }) => saying)
