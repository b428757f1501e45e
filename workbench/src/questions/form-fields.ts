/** The fields of a form that an agent asks to be filled in, as they are drawn. */

import type { FormRequest } from '@parley/acp/client'

type Schema = FormRequest['schema']
type Property = NonNullable<Schema['properties']>[string]
type Known<T extends string> = Extract<Property, { readonly type: T }>

export interface FieldChoice {
  readonly value: string
  readonly title: string
  readonly description?: string | undefined
}

export type FieldKind =
  | 'text'
  | 'multiline'
  | 'email'
  | 'uri'
  | 'date'
  | 'date-time'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'choice'
  | 'choices'
  | 'unknown'

/** What is in a field: text for all but ticks and lists of them. */
export type FieldValue = string | boolean | readonly string[]

export interface Field {
  readonly name: string
  readonly title: string
  readonly description?: string | undefined
  readonly isRequired: boolean
  readonly kind: FieldKind
  readonly choices: readonly FieldChoice[]
  readonly minimum?: number | undefined
  readonly maximum?: number | undefined
  readonly initial: FieldValue
  /** Somebody has said what it is if nobody changes it. */
  readonly hasDefault: boolean
}

/** Texts that may be as long as this have more than one line. */
const LONG = 200

export function fieldsOf({ properties = {}, required }: Schema): readonly Field[] {
  const needed = new Set(required)
  return Object.entries(properties).map(([name, property]) => {
    const { title, description } = property
    const initial = initialOf(property)
    return {
      ...{ name, isRequired: needed.has(name), kind: kindOf(property), choices: choicesOf(property) },
      title: typeof title === 'string' && title !== '' ? title : name,
      description: typeof description === 'string' ? description : undefined,
      ...boundsOf(property),
      initial: initial ?? emptyOf(property),
      hasDefault: initial !== undefined,
    }
  })
}

function kindOf(property: Property): FieldKind {
  switch (property.type) {
    case 'string':
      return kindOfText(property as Known<'string'>)
    case 'number':
    case 'integer':
    case 'boolean':
      return property.type
    case 'array':
      return choicesOf(property).length > 0 ? 'choices' : 'unknown'
    default:
      return 'unknown'
  }
}

function kindOfText(property: Known<'string'>): FieldKind {
  const { format, maxLength, minLength, default: initial } = property
  if (property.enum || property.oneOf) return 'choice'
  if (format) return format
  const isLong = (maxLength ?? 0) >= LONG || (minLength ?? 0) >= LONG / 2
  return isLong || initial?.includes('\n') ? 'multiline' : 'text'
}

function choicesOf(property: Property): readonly FieldChoice[] {
  if (property.type === 'string') {
    const { enum: values, oneOf } = property as Known<'string'>
    return oneOf?.map(toChoice) ?? values?.map(value => ({ value, title: value })) ?? []
  }
  if (property.type !== 'array') return []
  const { items } = property as Known<'array'>
  if ('anyOf' in items && Array.isArray(items.anyOf)) return items.anyOf.map(toChoice)
  return 'enum' in items && Array.isArray(items.enum)
    ? items.enum.map((value: string) => ({ value, title: value }))
    : []
}

function toChoice(option: {
  readonly const: string
  readonly title: string
  readonly description?: string | null | undefined
}): FieldChoice {
  return { value: option.const, title: option.title, description: option.description ?? undefined }
}

function boundsOf(property: Property): Pick<Field, 'minimum' | 'maximum'> {
  if (property.type !== 'number' && property.type !== 'integer') return {}
  const { minimum, maximum } = property as Known<'number'>
  return { minimum: minimum ?? undefined, maximum: maximum ?? undefined }
}

function initialOf(property: Property): FieldValue | undefined {
  const initial: unknown = property.default
  if (typeof initial === 'number') return String(initial)
  if (typeof initial === 'boolean' || typeof initial === 'string') return initial
  return Array.isArray(initial) ? initial.filter(each => typeof each === 'string') : undefined
}

function emptyOf({ type }: Property): FieldValue {
  return type === 'boolean' ? false : type === 'array' ? [] : ''
}
