/** Pasted text belongs to who has the keys: a form that is being filled in, else what is being written. */

import { writePaste } from '../composer/update.js'
import { activeTalk, type Model, type Step, withTalk } from '../model/model.js'
import { updateQuestion } from '../questions/update.js'

export function pasteText(model: Model, text: string): Step {
  const talk = activeTalk(model)
  if (talk.attention === 'question' && talk.questions.length > 0) {
    const { step, isTaken } = updateQuestion(model, talk.key, { type: 'paste', text })
    if (isTaken) return step
  }
  const { composer, effects } = writePaste(talk, text)
  return [withTalk(model, talk.key, each => ({ ...each, composer, attention: 'composer' })), effects]
}
