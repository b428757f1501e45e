/** The keys that answer a request for leave. Whatever lasts is pressed twice; what may destroy has no answer on Enter. */

import type { Model } from '../model/model.js'
import type { AnswerOption, PermissionQuestion } from '../model/question.js'
import type { TalkKey } from '../model/talk.js'
import type { Input, Key } from '../screen/input.js'
import { EMPTY_LINE, editLine } from '../screen/text-line.js'
import { remark } from '../update/remark.js'
import { answerWith, type Heard, refuse, taken, untaken, withQuestion } from './answering.js'
import { openChanges } from './changes-keys.js'
import { DEAF_MILLISECONDS } from './hearing.js'
import { optionOf } from './option-keys.js'

interface Place {
  readonly talk: TalkKey
  readonly question: PermissionQuestion
}

export function permissionKey(model: Model, place: Place, input: Input): Heard {
  const { talk, question } = place
  if (question.isRefusing === true) return refusalKey(model, place, input)
  if (input.type !== 'key' || input.key.isControl || input.key.isAlt) return untaken(model)
  const { key } = input
  const option = key.name === 'character' ? optionOf(key.text, question.options) : undefined
  if (option !== undefined) return choose(model, place, option)
  const calm = { ...question, confirming: undefined }
  switch (key.name === 'character' ? key.text : key.name) {
    case 'up':
    case 'k':
      return taken(withQuestion(model, talk, select(calm, -1)))
    case 'down':
    case 'j':
      return taken(withQuestion(model, talk, select(calm, 1)))
    case 'enter':
      return enter(model, place)
    case 'escape':
      if (question.confirming !== undefined) return taken(withQuestion(model, talk, calm))
      return answerWith(model, place, { is: 'dismissed' })
    case 'd':
      return taken(openChanges(withQuestion(model, talk, calm), calm))
    case 't':
      return taken(
        withQuestion(model, talk, { ...calm, isRefusing: true, refusal: calm.refusal ?? EMPTY_LINE }),
      )
    default:
      return unknown(model, place, key)
  }
}

/** Takes an option; one that lasts only when it was pressed before, and not by a key that is held down. */
export function choose(model: Model, { talk, question }: Place, option: AnswerOption): Heard {
  const { now } = model
  const { confirming } = question
  const answer = { is: 'option' as const, optionId: option.id }
  if (option.isLasting !== true) return answerWith(model, { talk, question }, answer)
  const isAgain = confirming?.optionId === option.id
  if (isAgain && now - confirming.at >= DEAF_MILLISECONDS)
    return answerWith(model, { talk, question }, { ...answer, isConfirmed: true })
  const selected = question.options.indexOf(option)
  const pressed = { ...question, selected, confirming: { optionId: option.id, at: now } }
  return taken(withQuestion(model, talk, pressed))
}

function select(question: PermissionQuestion, by: number): PermissionQuestion {
  const { selected, options } = question
  const from = selected ?? (by > 0 ? -1 : options.length)
  return { ...question, selected: Math.max(0, Math.min(options.length - 1, from + by)) }
}

function enter(model: Model, place: Place): Heard {
  const { selected, options, isDestructive } = place.question
  const option = selected === undefined ? undefined : options[selected]
  // Taken all the same: below it, Enter would send what waits.
  if (option === undefined || isDestructive) return taken(model)
  return choose(model, place, option)
}

/** Keys that answer some questions: where this one has no such answer they are no text either. */
export const ANSWERS = /^[aArR0-9]$/

function unknown(model: Model, { talk, question }: Place, key: Key): Heard {
  if (key.name === 'character' && ANSWERS.test(key.text))
    return taken(remark(model, `“${key.text}” is none of the answers here; Tab writes`, 'warning'))
  const isCalm = question.confirming === undefined || key.name !== 'character'
  return untaken(isCalm ? model : withQuestion(model, talk, { ...question, confirming: undefined }))
}

function refusalKey(model: Model, { talk, question }: Place, input: Input): Heard {
  const isPlain = input.type === 'key' && !input.key.isControl && !input.key.isAlt
  if (isPlain && input.key.name === 'enter') return refuse(model, talk, question)
  if (isPlain && input.key.name === 'escape')
    return taken(withQuestion(model, talk, { ...question, isRefusing: false }))
  const refusal = editLine(question.refusal ?? EMPTY_LINE, input)
  return refusal === undefined ? untaken(model) : taken(withQuestion(model, talk, { ...question, refusal }))
}
