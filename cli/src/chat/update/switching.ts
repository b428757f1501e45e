/** Which conversation is shown. */

import type { Model, Step } from '../model/model.js'
import { enterTalk } from '../pages/talk-entrance.js'
import { remark } from './remark.js'

/** The next or the previous one. */
export function switchBy(model: Model, by: 1 | -1): Step {
  const { talks, active } = model
  const at = talks.findIndex(({ key }) => key === active)
  const next = talks[(at + by + talks.length) % talks.length]
  if (next === undefined || next.key === active)
    return [remark(model, 'There is no other conversation: Ctrl+P opens one, /new begins one'), []]
  return enterTalk(model, next.key)
}
