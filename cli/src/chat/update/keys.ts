/** What a key means where the conversation is shown. First who has the attention, then what is being written, then the rest. */

import { writeKey, writePaste } from '../composer/update.js'
import { activeTalk, type Model, type Step, withTalk } from '../model/model.js'
import type { Talk } from '../model/talk.js'
import { updateQuestion } from '../questions/update.js'
import type { Key } from '../screen/input.js'
import { wordOf } from '../screen/key-name.js'
import { COMMAND_KEYS } from './command-keys.js'
import { interrupt } from './leaving.js'

export function pressKey(before: Model, key: Key): Step {
  if (wordOf(key) === 'ctrl+c') return interrupt(before)
  const stayed = stay(before)
  const { step, isTaken } = updateQuestion(stayed, stayed.active, { type: 'key', key })
  if (isTaken) return step
  const [model, effects] = step
  const [next, more] = pressFree(model, key)
  return [next, [...effects, ...more]]
}

/** Whoever goes on working does not mean to leave. */
const stay = (model: Model): Model =>
  model.leavingUntil === undefined ? model : { ...model, leavingUntil: undefined, remark: undefined }

/** Characters that are written, whatever they mean elsewhere. */
export function typeText(before: Model, keys: readonly Key[]): Step {
  let step: Step = [stay(before), []]
  for (const key of keys) {
    const [model, effects] = step
    const { step: typed, isTaken } = write(model, key)
    const [next, more] = isTaken ? typed : writeAsPaste(model, key.text)
    step = [next, [...effects, ...more]]
  }
  return step
}

/** What would ask for help by itself. */
function writeAsPaste(model: Model, text: string): Step {
  const talk = activeTalk(model)
  if (talk.far?.isViewer === true) return [model, []]
  const { composer, effects } = writePaste(talk, text)
  return [withTalk(model, talk.key, each => ({ ...each, composer })), effects]
}

/** A key that no question wants. */
function pressFree(model: Model, key: Key): Step {
  if (!isOccupied(activeTalk(model))) return command(model, key) ?? write(model, key).step
  const { step, isTaken } = write(model, key)
  if (isTaken) return step
  // What was looked for may have been found by this key, which means something else besides.
  const [found, effects] = step
  const [next, more] = command(found, key) ?? [found, []]
  return [next, [...effects, ...more]]
}

/** Something is open in the composer that goes before the meaning that keys have otherwise. */
const isOccupied = ({ composer }: Talk): boolean =>
  composer.completion !== undefined || composer.search !== undefined

/** Nothing where the key commands nothing. */
function command(model: Model, key: Key): Step | undefined {
  const name = wordOf(key)
  const talk = activeTalk(model)
  const meaning = COMMAND_KEYS.find(each => each.key === name && (each.when?.(talk) ?? true))
  return meaning?.act(model, talk)
}

function write(model: Model, key: Key): { readonly step: Step; readonly isTaken: boolean } {
  const talk = activeTalk(model)
  if (talk.far?.isViewer === true) return { step: [model, []], isTaken: false }
  const { composer, effects, isTaken } = writeKey(talk, key, model.size.columns)
  return { step: [withTalk(model, talk.key, each => ({ ...each, composer })), effects], isTaken }
}
