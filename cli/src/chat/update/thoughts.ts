/** Whether thoughts are shown, turned round, with a word about it. */

import { type Model, type Step, withTalk } from '../model/model.js'
import type { Talk } from '../model/talk.js'
import { remark } from './remark.js'

export function toggleThoughts(model: Model, { key, showsThoughts: were }: Talk): Step {
  const next = withTalk(model, key, talk => ({ ...talk, showsThoughts: !were }))
  return [remark(next, were ? 'Thoughts are folded' : 'Thoughts are shown from now on'), []]
}
