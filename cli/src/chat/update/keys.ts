/** What a key means where the conversation is shown. First who has the attention, then what is being written, then the rest. */

import { writeKey } from '../composer/update.js'
import { activeTalk, type Model, type Step, withTalk } from '../model/model.js'
import type { Talk } from '../model/talk.js'
import { updateQuestion } from '../questions/update.js'
import type { Key } from '../screen/input.js'
import { COMMAND_KEYS, nameOfKey } from './command-keys.js'
import { interrupt } from './leaving.js'

export function pressKey(before: Model, key: Key): Step {
  if (nameOfKey(key) === 'ctrl+c') return interrupt(before)
  // Whoever goes on working does not mean to leave.
  const model = before.leavingUntil === undefined ? before : { ...before, leavingUntil: undefined }
  const talk = activeTalk(model)
  if (talk.attention === 'question' && talk.questions.length > 0) {
    const { step, isTaken } = updateQuestion(model, talk.key, { type: 'key', key })
    if (isTaken) return step
  }
  return isOccupied(talk) ? write(model, key) : command(model, key)
}

/** Something is open in the composer that goes before the meaning that keys have otherwise. */
const isOccupied = ({ composer }: Talk): boolean =>
  composer.completion !== undefined || composer.search !== undefined

/** What a key commands; else it is written, and what cannot be written means nothing. */
function command(model: Model, key: Key): Step {
  const name = nameOfKey(key)
  const talk = activeTalk(model)
  const meaning = COMMAND_KEYS.find(each => each.key === name && (each.when?.(talk) ?? true))
  return meaning === undefined ? write(model, key) : meaning.act(model, talk)
}

function write(model: Model, key: Key): Step {
  const talk = activeTalk(model)
  const { composer, effects, isTaken } = writeKey(talk, key, model.size.columns)
  if (!isTaken) return [model, []]
  return [withTalk(model, talk.key, each => ({ ...each, composer, attention: 'composer' })), effects]
}
