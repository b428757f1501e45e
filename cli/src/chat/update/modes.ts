/** The next way of working, of those that the agent offers. */

import type { Model, Step } from '../model/model.js'
import type { Talk } from '../model/talk.js'
import { remark } from './remark.js'

export function nextMode(model: Model, { key, facts }: Talk): Step {
  const { modes, mode } = facts
  const at = modes.findIndex(({ id }) => id === mode)
  const next = modes[(at + 1) % modes.length]
  if (next === undefined || modes.length < 2) return [remark(model, 'This agent has no other modes'), []]
  return [model, [{ do: 'set-mode', talk: key, mode: next.id }]]
}
