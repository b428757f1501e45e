/**
 * The answer to a question that brings its own form (`elicitation/create`): what was asked for becomes facts, so that it is
 * filled in and judged as everything else is. The question comes from a peer: its texts are shown by whoever cleans them.
 */

import type { Fact, Facts, PropertyFact, StructFact } from '../schema/facts.js'
import { type Fields, fieldOf, isFields, itemsOf, textOf } from './fields.js'
import { type Form, fromParams } from './form.js'
import type { Part } from './unknown-fields.js'

/** The type in which the schema keeps what is answered. */
const ANSWER = 'ElicitationAcceptAction'
/** Nobody fills in more by hand. */
const MOST_PROPERTIES = 1_000

/** The form of an accepted answer, with what the question itself proposes; what must be decided is left open. */
export function formOfQuestion(facts: Facts, part: Part, requestedSchema: unknown): Form {
  const properties = propertiesOf(requestedSchema)
  const required = itemsOf(requestedSchema, 'required')
  const struct: StructFact = {
    kind: 'struct',
    properties: properties.map(([name, property]) => toProperty(name, property, required.includes(name))),
  }
  const content: PropertyFact = {
    name: 'content',
    fact: struct,
    ...(required.length > 0 ? { required: true } : {}),
  }
  const asked = { ...facts, types: { ...facts.types, [ANSWER]: toStruct(content) } }
  const given = properties.flatMap(([name, property]) =>
    property.default === undefined ? [] : [[name, property.default] as const],
  )
  return fromParams(asked, part, { action: 'accept', content: Object.fromEntries(given) })
}

const toStruct = (property: PropertyFact): StructFact => ({ kind: 'struct', properties: [property] })

function propertiesOf(schema: unknown): readonly (readonly [string, Fields])[] {
  const properties = fieldOf(schema, 'properties')
  return Object.entries(isFields(properties) ? properties : {})
    .slice(0, MOST_PROPERTIES)
    .map(([name, property]) => [name, isFields(property) ? property : {}])
}

function toProperty(name: string, property: Fields, isRequired: boolean): PropertyFact {
  const title = textOf(property, 'title')
  const about = aboutOf(name, property)
  return {
    name,
    fact: toFact(property),
    ...(isRequired ? { required: true } : {}),
    ...(title === undefined ? {} : { title }),
    ...(about === '' ? {} : { about }),
  }
}

function toFact(property: Fields): Fact {
  const { type, format } = property
  const choices = choicesOf(property)
  if (choices.length > 0 && type !== 'array') return { kind: 'literals', values: choices }
  switch (type) {
    case 'string':
      return {
        kind: 'text',
        ...(format === 'uri' || format === 'date-time' ? { format } : {}),
        ...(isAbove(property.minLength) ? { filled: true } : {}),
      }
    case 'number':
    case 'integer':
      return {
        kind: 'number',
        ...(type === 'integer' ? { whole: true } : {}),
        ...(typeof property.minimum === 'number' ? { low: property.minimum } : {}),
        ...(typeof property.maximum === 'number' ? { high: property.maximum } : {}),
      }
    case 'boolean':
      return { kind: 'boolean' }
    case 'array': {
      const items = choicesOf(property.items)
      const item: Fact = items.length === 0 ? { kind: 'text' } : { kind: 'literals', values: items }
      return { kind: 'list', item, ...(isAbove(property.minItems) ? { filled: true } : {}) }
    }
    default:
      return { kind: 'any' }
  }
}

const isAbove = (bound: unknown): boolean => typeof bound === 'number' && bound > 0

const titledChoices = (property: unknown): readonly unknown[] => [
  ...itemsOf(property, 'oneOf'),
  ...itemsOf(property, 'anyOf'),
]

function choicesOf(property: unknown): readonly string[] {
  const titled = titledChoices(property).map(choice => fieldOf(choice, 'const'))
  return [...itemsOf(property, 'enum'), ...titled].filter(value => typeof value === 'string')
}

/** What the question says of it in words, its name where a title hides it, and the bounds that no fact can hold. */
function aboutOf(name: string, property: Fields): string {
  const { title, description, minLength, maxLength, minItems, maxItems, pattern } = property
  const bounds: readonly (readonly [string, unknown])[] = [
    ['at least, characters:', minLength],
    ['at most, characters:', maxLength],
    ['at least, items:', minItems],
    ['at most, items:', maxItems],
    ['pattern', pattern],
  ]
  const meanings = [...titledChoices(property), ...titledChoices(property.items)].map(
    choice => `${String(fieldOf(choice, 'const'))}: ${textOf(choice, 'title') ?? ''}`,
  )
  return [
    ...(typeof title === 'string' ? [name] : []),
    ...(typeof description === 'string' ? [description] : []),
    ...bounds.flatMap(([words, bound]) => (bound === undefined ? [] : [`${words} ${String(bound)}`])),
    ...meanings,
  ].join(' · ')
}
