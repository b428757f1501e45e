/** The keys of a form: from field to field, within the choices of one, and to its two buttons. */

import type { Model } from '../model/model.js'
import type { FormField, FormQuestion } from '../model/question.js'
import type { TalkKey } from '../model/talk.js'
import type { Input, Key } from '../screen/input.js'
import { EMPTY_LINE, editLine } from '../screen/text-line.js'
import { answerWith, type Heard, taken, untaken, withQuestion } from './answering.js'
import { openChanges } from './changes-keys.js'
import { chosenIn, faultOf, faultsAfter, faultsOf, isTyped, toContent } from './form-question.js'

interface Place {
  readonly talk: TalkKey
  readonly question: FormQuestion
}

export function formKey(model: Model, place: Place, input: Input): Heard {
  const { talk, question } = place
  const field = question.fields[question.at]
  if (input.type === 'key' && !input.key.isControl && !input.key.isAlt) {
    const { key } = input
    if (key.name === 'escape') return answerWith(model, place, { is: 'dismissed' })
    if (key.name === 'enter') return enter(model, place)
    if (key.name === 'page-down') return taken(openChanges(model, question))
    const next = walk(question, key) ?? (field && pick(question, field, key))
    if (next !== undefined) return taken(withQuestion(model, talk, next))
  }
  if (field === undefined || !isTyped(field)) return untaken(model)
  const { text, cursor } = field
  const line = editLine(field.isSuggested === true && isWriting(input) ? EMPTY_LINE : { text, cursor }, input)
  if (line === undefined) return untaken(model)
  return taken(withQuestion(model, talk, withField(question, line)))
}

const isWriting = (input: Input): boolean =>
  input.type === 'paste' ||
  (input.type === 'key' && input.key.name === 'character' && !input.key.isControl && !input.key.isAlt)

/** Whether Tab leads out of the form, to where one writes. */
export const isAtEdge = ({ at, fields }: FormQuestion, isBack: boolean): boolean =>
  isBack ? at === 0 : at >= fields.length + 1

/** What was wrong with a field is forgotten when it changes. */
const withField = (question: FormQuestion, change: Partial<FormField>): FormQuestion => ({
  ...question,
  faults: question.faults.filter(fault => !fault.startsWith(`/${question.fields[question.at]?.name}: `)),
  fields: question.fields.map((field, index) =>
    index === question.at ? { ...field, isSuggested: undefined, ...change } : field,
  ),
})

/** To another field, or another choice of this one. */
function walk(question: FormQuestion, { name, isShift }: Key): FormQuestion | undefined {
  if (name === 'tab') return goTo(question, question.at + (isShift ? -1 : 1), 'chosen')
  if (name !== 'up' && name !== 'down') return undefined
  const by = name === 'up' ? -1 : 1
  const last = (question.fields[question.at]?.choices.length ?? 0) - 1
  const choice = question.choice + by
  if (choice >= 0 && choice <= last) return { ...question, choice }
  return goTo(question, question.at + by, by > 0 ? 'first' : 'last')
}

function goTo(question: FormQuestion, to: number, which: 'first' | 'last' | 'chosen'): FormQuestion {
  const { fields } = question
  const at = Math.max(0, Math.min(fields.length + 1, to))
  if (at === question.at) return question
  const { choices = [], chosen = [], type } = fields[at] ?? {}
  const isOne = type !== 'array'
  const places = { first: 0, last: Math.max(0, choices.length - 1), chosen: 0 }
  // Where one is chosen Enter takes the one that has the cursor: whoever only passes changes nothing.
  const choice = isOne || which === 'chosen' ? chosenIn({ choices, chosen }, places[which]) : places[which]
  return { ...question, at, choice, faults: faultsAfter(question) }
}

/** What a key chooses in a field where one chooses. */
function pick(question: FormQuestion, field: FormField, key: Key): FormQuestion | undefined {
  if (field.type === 'boolean') return pickBoolean(question, field, key)
  if (field.choices.length === 0) return undefined
  const isSpace = key.name === 'character' && key.text === ' '
  if (isSpace) return toggle(question, field)
  if (key.name !== 'left' && key.name !== 'right') return undefined
  const by = key.name === 'left' ? -1 : 1
  if (field.type === 'array')
    return { ...question, choice: within(question.choice + by, field.choices.length) }
  const choice =
    field.chosen.length === 0 ? question.choice : within(question.choice + by, field.choices.length)
  return withField({ ...question, choice }, { chosen: valuesAt(field, choice) })
}

function pickBoolean(question: FormQuestion, { chosen }: FormField, key: Key): FormQuestion | undefined {
  const word = key.name === 'character' ? key.text.toLowerCase() : key.name
  if (word === 'y' || word === 'n') return withField(question, { chosen: [String(word === 'y')] })
  if (word !== ' ' && word !== 'left' && word !== 'right') return undefined
  return withField(question, { chosen: [String(chosen[0] !== 'true')] })
}

function toggle(question: FormQuestion, field: FormField): FormQuestion {
  const [value] = valuesAt(field, question.choice)
  if (value === undefined) return question
  const rest = field.chosen.filter(each => each !== value)
  const isOff = rest.length === field.chosen.length
  if (field.type !== 'array') return withField(question, { chosen: isOff || field.isRequired ? [value] : [] })
  const all = isOff ? [...rest, value] : rest
  // In the order of the form, whatever was chosen first.
  const chosen = field.choices.map(choice => choice.value).filter(each => all.includes(each))
  return withField(question, { chosen })
}

const within = (index: number, length: number): number => Math.max(0, Math.min(length - 1, index))

function valuesAt({ choices }: FormField, index: number): readonly string[] {
  const choice = choices[index]
  return choice === undefined ? [] : [choice.value]
}

function enter(model: Model, place: Place): Heard {
  const { talk, question } = place
  const { at, fields } = question
  if (at === fields.length + 1) return answerWith(model, place, { is: 'declined' })
  const field = fields[at]
  const isOne = field !== undefined && field.type !== 'array' && field.choices.length > 0
  if (isOne && valuesAt(field, question.choice)[0] !== field.chosen[0]) {
    const chosen = withField(question, { chosen: valuesAt(field, question.choice) })
    return taken(withQuestion(model, talk, goTo(chosen, at + 1, 'chosen')))
  }
  // What nobody but the agent filled in goes only from the button that says so.
  const isOwn = !fields.some(({ isSuggested }) => isSuggested === true)
  if (at === fields.length || (at === fields.length - 1 && isOwn)) return send(model, place)
  return taken(withQuestion(model, talk, goTo(question, at + 1, 'chosen')))
}

/** Sent where nothing is wrong; else the cursor goes to the first field that is. */
function send(model: Model, place: Place): Heard {
  const { talk, question } = place
  const { fields, schema } = question
  const faults = faultsOf(schema, fields)
  if (faults.length === 0) return answerWith(model, place, { is: 'form', content: toContent(fields) })
  const wrong = fields.findIndex(({ name }) => faultOf(faults, name) !== undefined)
  const shown = { ...question, faults }
  return taken(withQuestion(model, talk, wrong < 0 ? shown : goTo(shown, wrong, 'chosen')))
}
