/**
 * Turns a JSON Schema into the model, and refuses whatever it does not fully understand.
 * Knows the keywords; must not know TypeScript.
 */
import { readChoice } from './choice-reader.js'
import { readConstants, readLeaf } from './leaf-reader.js'
import type { List, Node, Property, Struct } from './model.js'
import { allow, below, isJsonObject, members, names, type Place, refuse, without } from './place.js'

const PREFIX = '#/$defs/'

export function readNode(place: Place): Node {
  const { schema } = place
  if ('$ref' in schema) return { kind: 'reference', name: readReference(place) }
  const wrapped = readWrapped(place)
  if (wrapped !== undefined) return { kind: 'reference', name: wrapped }
  if (schema.type === 'object') return readObject(place)
  if (schema.type === 'array') return readList(place)
  if ('anyOf' in schema) return readUnion(place, 'anyOf')
  if ('oneOf' in schema) return readUnion(place, 'oneOf')
  if ('type' in schema) return readLeaf(place)
  allow(place, [])
  return { kind: 'any' }
}

function readReference(place: Place): string {
  allow(place, ['$ref'])
  const target = place.schema.$ref
  if (typeof target !== 'string' || !target.startsWith(PREFIX))
    return refuse(place, 'a reference outside $defs')
  return target.slice(PREFIX.length)
}

/** `allOf` with one reference and nothing beside it: how the schema hangs a description on a reference. */
function readWrapped(place: Place): string | undefined {
  if (!('allOf' in place.schema) || 'type' in place.schema) return undefined
  allow(place, ['allOf'])
  return readParent(place)
}

function readParent(place: Place): string | undefined {
  const parents = members(place, 'allOf')
  if (parents.length > 1) return refuse(place, 'allOf with more than one member')
  return parents[0] === undefined ? undefined : readReference(parents[0])
}

function readList(place: Place): List {
  allow(place, ['type', 'items', 'minItems', 'x-deserialize-skip-invalid-items'])
  const { minItems } = place.schema
  if (minItems !== undefined && minItems !== 1) return refuse(place, 'minItems other than 1')
  const sifted = place.schema['x-deserialize-skip-invalid-items'] === true
  return { kind: 'list', item: readNode(below(place, 'items')), filled: minItems === 1, sifted }
}

function readObject(place: Place): Node {
  const { properties, additionalProperties } = place.schema
  if (properties !== undefined || 'allOf' in place.schema) return readStruct(place)
  allow(place, ['type', 'additionalProperties'])
  if (!isJsonObject(additionalProperties)) return { kind: 'table', item: { kind: 'any' } }
  return { kind: 'table', item: readNode(below(place, 'additionalProperties')) }
}

function readUnion(place: Place, keyword: 'anyOf' | 'oneOf'): Node {
  const constants = readConstants(place, keyword)
  if (constants !== undefined) return constants
  const forms = members(place, keyword)
  if (forms.some(form => form.schema.type === 'object' && 'required' in form.schema && hasConstant(form)))
    return readStruct(place)
  allow(place, [keyword])
  const read = forms.map(readNode)
  return read.length === 1 && read[0] !== undefined ? read[0] : { kind: 'options', members: read }
}

function hasConstant(form: Place): boolean {
  return Object.values(form.schema.properties ?? {}).some(
    property => isJsonObject(property) && 'const' in property,
  )
}

export function readStruct(place: Place): Struct {
  const loose = ['additionalProperties', 'unevaluatedProperties']
  for (const keyword of loose) {
    if ((place.schema[keyword] ?? true) !== true) return refuse(place, `${keyword} other than true`)
  }
  allow(place, ['type', 'properties', 'required', 'allOf', 'anyOf', 'oneOf', ...loose])
  const listed = place.schema.properties ?? {}
  const required = names(place, 'required')
  if (!isJsonObject(listed)) return refuse(place, 'properties is not an object')
  const missing = required.find(name => !(name in listed))
  if (missing !== undefined) return refuse(place, `requires "${missing}" without describing it`)
  const properties = Object.keys(listed).map(name =>
    readProperty(below(place, 'properties', name), name, required.includes(name)),
  )
  const parent = readParent(place)
  const choice = readChoice(place, readStruct)
  if (parent !== undefined && choice !== undefined) return refuse(place, 'allOf beside a union')
  const open = loose.some(keyword => place.schema[keyword] === true)
  return { kind: 'struct', properties, parent, choice, open }
}

function readProperty(place: Place, name: string, required: boolean): Property {
  if (name in Object.prototype || name.includes(':'))
    return refuse(place, 'a name that generated code cannot use')
  const salvaged = place.schema['x-deserialize-default-on-error'] === true
  const emptied = place.schema['x-deserialize-default-on-null'] === true
  const fallback = place.schema.default
  const bare = without(place, 'x-deserialize-default-on-error', 'x-deserialize-default-on-null', 'default')
  const filled = stripNull(bare)
  const nullable = filled !== bare
  return { name, node: readNode(filled), required, nullable, salvaged, emptied, fallback }
}

/** The same place without its null form, or the very same place when it has none. */
function stripNull(place: Place): Place {
  const { type, anyOf } = place.schema
  if (Array.isArray(type)) {
    if (type.length !== 2 || type[1] !== 'null')
      return refuse(place, 'a list of types that is not [type, null]')
    return { schema: { ...place.schema, type: type[0] ?? null }, pointer: place.pointer }
  }
  const forms = anyOf === undefined ? [] : members(place, 'anyOf')
  const [first, second] = forms
  if (forms.length !== 2 || first === undefined || second?.schema.type !== 'null') return place
  allow(place, ['anyOf'])
  return first
}
