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
      const { default: suggested, format } = propertyOf(schema, field.name)
      return { ...kept, ...exampleOf(format), ...prefill(kept, suggested) }
    })
  const [first] = fields
  return {
    is: 'form',
    id,
    message: message.slice(0, LONGEST_MESSAGE),
    schema,
    fields,
    at: 0,
    choice: first === undefined ? 0 : chosenIn(first, 0),
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

const propertyOf = ({ properties = {} }: Schema, name: string): Readonly<Record<string, unknown>> => ({
  ...properties[name],
})

const EXAMPLES = new Map<unknown, string>([
  ['date', '2026-11-16'],
  ['date-time', '2026-11-16T09:30:00Z'],
  ['email', 'ada@example.org'],
  ['uri', 'https://example.org/'],
])

function exampleOf(format: unknown): Pick<FormField, 'example'> {
  const example = EXAMPLES.get(format)
  return example === undefined ? {} : { example }
}

/** Where in its choices the one is that was chosen. */
export function chosenIn(
  { choices, chosen }: Pick<FormField, 'choices' | 'chosen'>,
  otherwise: number,
): number {
  const found = choices.findIndex(({ value }) => chosen.includes(value))
  return found < 0 ? otherwise : found
}

/** What is wrong with a field that somebody goes away from: nothing where it was left empty. */
export function faultsAfter({ schema, fields, at, faults }: FormQuestion): readonly string[] {
  const field = fields[at]
  if (field === undefined) return faults
  const head = `/${field.name}: `
  const others = faults.filter(fault => !fault.startsWith(head))
  if (toValue(field) === undefined) return others
  return [...others, ...faultsOf(schema, fields).filter(fault => fault.startsWith(head))]
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
  const isSuggested = text !== '' || chosen.length > 0
  return { text, cursor: text.length, ...(isSuggested && { isSuggested }), chosen }
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
