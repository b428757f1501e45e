/** Whether what a user filled in is what the form asks for, said field by field. */

import type { v1 } from '../schema/index.js'
import { matches } from './safe-pattern.js'

type Property = v1.ElicitationPropertySchema
type Known<T extends string> = Extract<Property, { readonly type: T }>
type Fault = string | undefined

/** What is wrong with the values of a form, one sentence each; empty when they may be sent. */
export function formFaults(
  schema: v1.ElicitationSchema,
  content: Readonly<Record<string, unknown>> = {},
): readonly string[] {
  const properties = schema.properties ?? {}
  const missing = (schema.required ?? []).filter(name => !has(content, name))
  const wrong = Object.entries(content).flatMap(([name, value]) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined
    const fault = property === undefined ? 'nothing: the form has no such field' : faultOf(property, value)
    return fault === undefined ? [] : [`/${name}: expected ${fault}`]
  })
  return [...missing.map(name => `/${name}: expected a value, found none`), ...wrong]
}

/** The fields that must be filled in but are of a kind that nobody here knows. */
export function unknownFields({ properties = {}, required }: v1.ElicitationSchema): readonly string[] {
  const isUnknown = (name: string): boolean =>
    Object.hasOwn(properties, name) && !kinds.has(properties[name]?.type ?? '')
  return (required ?? []).filter(isUnknown)
}

const kinds = new Set(['string', 'number', 'integer', 'boolean', 'array'])

function faultOf(property: Property, value: unknown): Fault {
  switch (property.type) {
    case 'string':
      return faultOfText(property as Known<'string'>, value)
    case 'number':
    case 'integer':
      return faultOfNumber(property as Known<'number'>, value)
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'true or false'
    case 'array':
      return faultOfList(property as Known<'array'>, value)
    default:
      return 'nothing: the field is of an unknown kind'
  }
}

function faultOfText(property: Known<'string'>, value: unknown): Fault {
  if (typeof value !== 'string') return 'text'
  const choices = property.enum ?? property.oneOf?.map(option => option.const)
  if (choices && !choices.includes(value)) return 'one of the choices'
  const length = [...value].length
  if (property.minLength && length < property.minLength) return `at least ${property.minLength} characters`
  if (isSet(property.maxLength) && length > property.maxLength)
    return `at most ${property.maxLength} characters`
  // A pattern that cannot be judged here is left to whoever wrote it.
  if (isSet(property.pattern) && matches(property.pattern, value) === false)
    return 'text of the form that the pattern describes'
  const isRight = isSet(property.format) ? formats.get(property.format) : undefined
  return isRight === undefined || isRight(value) ? undefined : `text in the format ${property.format}`
}

function faultOfNumber(property: Known<'number'> | Known<'integer'>, value: unknown): Fault {
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'a number'
  if (property.type === 'integer' && !Number.isInteger(value)) return 'a whole number'
  if (isSet(property.minimum) && value < property.minimum) return `at least ${property.minimum}`
  if (isSet(property.maximum) && value > property.maximum) return `at most ${property.maximum}`
  return undefined
}

function faultOfList({ items, minItems, maxItems }: Known<'array'>, value: unknown): Fault {
  if (!Array.isArray(value) || !value.every(item => typeof item === 'string')) return 'a list of texts'
  const choices = choicesOf(items)
  const offered = choices && new Set(choices)
  if (offered && !value.every(item => offered.has(item))) return 'nothing but the choices'
  if (new Set(value).size < value.length) return 'each choice at most once'
  if (minItems && value.length < minItems) return `at least ${minItems} choices`
  return isSet(maxItems) && value.length > maxItems ? `at most ${maxItems} choices` : undefined
}

function choicesOf(items: v1.MultiSelectItems): readonly unknown[] | undefined {
  if ('enum' in items && Array.isArray(items.enum)) return items.enum
  if (!('anyOf' in items && Array.isArray(items.anyOf))) return undefined
  return (items.anyOf as readonly { readonly const?: unknown }[]).map(option => option.const)
}

const DATE = /^\d{4}-\d\d-\d\d$/
const DATE_TIME = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:[Zz]|[+-]\d\d:\d\d)$/
const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,255}$/

const formats = new Map<string, (value: string) => boolean>([
  ['email', value => EMAIL.test(value)],
  ['uri', value => URL.canParse(value)],
  ['date', isDate],
  ['date-time', value => DATE_TIME.test(value) && isDate(value.slice(0, 10)) && isTime(value)],
])

/** The calendar has such a day: other dates are quietly moved to the next month. */
function isDate(value: string): boolean {
  if (!DATE.test(value)) return false
  const date = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}

function isTime(value: string): boolean {
  return !Number.isNaN(Date.parse(value.toUpperCase()))
}

function isSet<T>(value: T | null | undefined): value is T {
  return value !== null && value !== undefined
}

function has(content: object, name: string): boolean {
  return Object.hasOwn(content, name) && (content as Record<string, unknown>)[name] !== undefined
}
