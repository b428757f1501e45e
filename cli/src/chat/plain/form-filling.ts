/** A form that is filled in a field at a time, by lines that are typed. */

import { boundedLine } from '@parley/acp/guard'
import type { Answer, FormField, FormQuestion } from '../model/question.js'
import { faultOf, faultsOf, isTyped, toContent } from '../questions/form-question.js'
import { DISMISS } from './question-text.js'

/** How far it is: the fields as they are filled in, and which of them is next. */
export interface Filling {
  readonly question: FormQuestion
  readonly fields: readonly FormField[]
  readonly at: number
}

/** What a line made of it: more to fill in, with what is to be said, or an answer. */
export type Filled =
  | { readonly filling: Filling; readonly lines: readonly string[] }
  | { readonly answer: Answer; readonly lines: readonly string[] }

const DECLINE = '/decline'

export const beginFilling = (question: FormQuestion): Filling => ({
  question,
  fields: question.fields,
  at: 0,
})

export function formLines({ question, fields, at }: Filling): readonly string[] {
  const head =
    at === 0
      ? [
          `question: ${boundedLine(question.message, 2_000)}`,
          `  Type a line for each; an empty one leaves it as it is. ${DECLINE} declines, ${DISMISS} dismisses it.`,
        ]
      : []
  const field = fields[at]
  return field === undefined ? [...head, '  Type yes to send it.'] : [...head, ...fieldLines(field)]
}

export function fill(filling: Filling, line: string): Filled {
  const word = line.trim()
  if (word === DISMISS) return { answer: { is: 'dismissed' }, lines: [] }
  if (word === DECLINE) return { answer: { is: 'declined' }, lines: [] }
  const { fields, at, question } = filling
  const field = fields[at]
  // A form without fields is agreed to, or not.
  if (field === undefined)
    return word === 'yes' ? { answer: { is: 'form', content: {} }, lines: [] } : again(filling, [])
  const written = write(field, line)
  if (typeof written === 'string') return again(filling, [`  ${written}`])
  const next = fields.map((each, index) => (index === at ? written : each))
  const fault = faultOf(faultsOf(question.schema, next), field.name)
  if (fault !== undefined) return again(filling, [`  ${boundedLine(fault, 300)}`])
  if (at + 1 < next.length) return again({ question, fields: next, at: at + 1 }, [])
  return { answer: { is: 'form', content: toContent(next) }, lines: [] }
}

const again = (filling: Filling, lines: readonly string[]): Filled => ({
  filling,
  lines: [...lines, ...formLines(filling)],
})

function fieldLines(field: FormField): readonly string[] {
  const { title, description, isRequired, type, choices, text, chosen } = field
  const about = description === undefined ? '' : ` — ${boundedLine(description, 300)}`
  const stands = isTyped(field) ? text : chosen.join(', ')
  const now = stands === '' ? (isRequired ? '' : ', may be left empty') : `, now ${boundedLine(stands, 200)}`
  const kind =
    type === 'boolean' ? 'yes or no' : choices.length > 0 ? (type === 'array' ? 'numbers' : 'a number') : type
  return [
    `  ${boundedLine(title, 200)}${about} (${kind}${now}):`,
    ...choices.map((choice, index) => `    ${index + 1}  ${boundedLine(choice.title, 200)}`),
  ]
}

const YES_NO: Readonly<Record<string, string>> = { yes: 'true', no: 'false', true: 'true', false: 'false' }

/** The field with what was typed, or why that is nothing for it. */
function write(field: FormField, line: string): FormField | string {
  const word = line.trim()
  if (word === '') return field
  if (field.type === 'other') return 'This cannot be filled in here: leave it empty.'
  if (isTyped(field)) return { ...field, text: line, cursor: line.length }
  if (field.type === 'boolean') {
    const value = YES_NO[word.toLowerCase()]
    return value === undefined ? 'Type yes or no.' : { ...field, chosen: [value] }
  }
  const words = field.type === 'array' ? word.split(/[\s,]+/) : [word]
  const chosen = words.flatMap(each => {
    const choice = /^[1-9]\d*$/.test(each)
      ? field.choices[Number(each) - 1]
      : field.choices.find(({ value }) => value === each)
    return choice === undefined ? [] : [choice.value]
  })
  return chosen.length === words.length ? { ...field, chosen } : 'Type one of the numbers.'
}
