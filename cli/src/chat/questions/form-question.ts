/** A form as a question, and what was filled in as the values that were asked for. */

import { type FormRequest, formFaults } from '@parley/acp/client'
import { toFields } from '../../run/inquiry.js'
import type { FieldValue, FormField, FormQuestion } from '../model/question.js'

const MOST_FIELDS = 256
const MOST_CHOICES = 1_000
const LONGEST_TEXT = 100_000
const LONGEST_MESSAGE = 10_000

type Schema = FormRequest['schema']

export function toFormQuestion(id: string, { message, schema }: FormRequest): FormQuestion {
  const fields = toFields(schema)
    .slice(0, MOST_FIELDS)
    .map(({ type, choices, ...field }) => {
      const kept = { ...field, type: toType(type), choices: choices.slice(0, MOST_CHOICES) }
      return { ...kept, ...prefill(kept, defaultOf(schema, field.name)) }
    })
  return {
    is: 'form',
    id,
    message: message.slice(0, LONGEST_MESSAGE),
    schema,
    fields,
    at: 0,
    choice: 0,
    faults: [],
  }
}

/** A field is filled in by typing, unless there is something to choose from. */
export const isTyped = ({ type, choices }: FormField): boolean =>
  type !== 'other' && type !== 'boolean' && choices.length === 0

/** What may be sent; a field that was left empty is left out. */
export function toContent(fields: readonly FormField[]): Readonly<Record<string, FieldValue>> {
  return Object.fromEntries(
    fields.flatMap(field => {
      const value = toValue(field)
      return value === undefined ? [] : [[field.name, value]]
    }),
  )
}

/** What is wrong with what was filled in, each with the name of its field in front. */
export const faultsOf = (schema: Schema, fields: readonly FormField[]): readonly string[] =>
  formFaults(schema, toContent(fields))

/** What is wrong with one field, in words. */
export function faultOf(faults: readonly string[], name: string): string | undefined {
  const head = `/${name}: `
  return faults.find(fault => fault.startsWith(head))?.slice(head.length)
}

function toType(type: string): FormField['type'] {
  switch (type) {
    case 'string':
    case 'number':
    case 'integer':
    case 'boolean':
    case 'array':
      return type
    default:
      return 'other'
  }
}

function defaultOf({ properties = {} }: Schema, name: string): unknown {
  const property: Readonly<Record<string, unknown>> = { ...properties[name] }
  return property.default
}

function prefill(
  { type, choices }: Pick<FormField, 'type' | 'choices'>,
  value: unknown,
): Pick<FormField, 'text' | 'cursor' | 'isSuggested' | 'chosen'> {
  const given = Array.isArray(value) ? value : [value]
  const words = given.flatMap(each => (isPlain(each) ? [String(each)] : []))
  const isChosen = type === 'boolean' || choices.length > 0
  const offered = type === 'boolean' ? ['true', 'false'] : choices.map(choice => choice.value)
  const most = type === 'array' ? offered.length : 1
  const chosen = isChosen ? words.filter(word => offered.includes(word)).slice(0, most) : []
  const text = isChosen ? '' : words.join(', ').slice(0, LONGEST_TEXT)
  return { text, cursor: text.length, ...(text !== '' && { isSuggested: true }), chosen }
}

const isPlain = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value)

function toValue(field: FormField): FieldValue | undefined {
  const { type, text, chosen } = field
  if (type === 'other') return undefined
  if (!isTyped(field)) {
    if (type === 'array') return chosen.length > 0 || field.isRequired ? chosen : undefined
    const [value] = chosen
    return type === 'boolean' && value !== undefined ? value === 'true' : value
  }
  if (text.trim() === '') return undefined
  if (type === 'array') return text.split(',').map(each => each.trim())
  // What is no number stays what it is, and is told as a fault.
  const isNumber = type === 'number' || type === 'integer'
  return isNumber && !Number.isNaN(Number(text)) ? Number(text) : text
}
