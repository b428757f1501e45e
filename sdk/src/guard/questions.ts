/** What is asked about every time, whatever was granted before: by nature, or because a line of a policy wants it so. */

import type { Action } from './action.js'
import type { Circumstances } from './circumstances.js'
import { whereIs } from './cure.js'
import type { Effect } from './decision.js'
import type { Rule } from './policy.js'
import { matchesRule } from './rule-match.js'
import { findDemand, type Verdict } from './verdicts.js'

/** The lines of every policy that speak of an action, in their order, the user's first. */
export function linesFor(action: Action, circumstances: Circumstances, effect: Effect): readonly Rule[] {
  const lines = circumstances.policies.flatMap(({ rules }) => rules)
  return lines.filter(rule => rule.effect === effect && matchesRule(rule, action, circumstances))
}

/** Why an action is asked about every time, or nothing. */
export function findQuestion(action: Action, circumstances: Circumstances): Verdict | undefined {
  const demand = findDemand(action, circumstances)
  if (demand !== undefined) return demand
  const [line] = linesFor(action, circumstances, 'ask')
  const place = line && whereIs(line, circumstances)
  return line && { by: line.id, reason: `A policy wants it asked about every time: ${place}.` }
}
