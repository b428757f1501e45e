/** Pasted text belongs to who has the keys: a form that is being filled in, else what is being written. */

import { writePaste } from '../composer/update.js'
import { activeTalk, type Model, type Step, withTalk } from '../model/model.js'
import { updateQuestion } from '../questions/update.js'

export function pasteText(before: Model, text: string): Step {
  const { step, isTaken } = updateQuestion(before, before.active, { type: 'paste', text })
  if (isTaken) return step
  const [model, heard] = step
  const talk = activeTalk(model)
  if (talk.far?.isViewer === true) return [model, heard]
  const { composer, effects } = writePaste(talk, text)
  return [withTalk(model, talk.key, each => ({ ...each, composer })), [...heard, ...effects]]
}
