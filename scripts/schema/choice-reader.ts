/**
 * Reads the part of an object that has several forms: told apart by a tag, by trying, or by which keys are there.
 * Knows how the schema spells a catch-all form; the forms themselves are read by the function handed in.
 */
import type { Choice, Struct, Variant } from './model.js'
import { allow, below, isJsonObject, members, type Place, refuse, without } from './place.js'

type ReadStruct = (place: Place) => Struct

export function readChoice(place: Place, readStruct: ReadStruct): Choice | undefined {
  const keyword = 'anyOf' in place.schema ? 'anyOf' : 'oneOf'
  const forms = members(place, keyword)
  if (forms.length === 0) return undefined
  if ('anyOf' in place.schema && 'oneOf' in place.schema) return refuse(place, 'anyOf beside oneOf')
  const key = forms.map(findTagKey).find(found => found !== undefined)
  if (key === undefined) {
    const variants = forms.map((form, index) => readUntagged(form, readStruct, index))
    return { rule: keyword === 'anyOf' ? 'first' : 'exactly-one', key: '', variants }
  }
  checkDiscriminator(place, key)
  const known = forms.flatMap(form => findTag(form, key) ?? [])
  const variants = forms.map((form, index) => {
    const tag = findTag(form, key)
    if (tag !== undefined) return { name: tag, tag, other: false, struct: readStruct(withoutTag(form, key)) }
    if ('not' in form.schema) return readOther(form, { key, known, readStruct })
    return readUntagged(form, readStruct, index)
  })
  return { rule: 'tagged', key, variants }
}

function findTagKey(form: Place): string | undefined {
  const { properties } = form.schema
  if (!isJsonObject(properties)) return undefined
  return Object.keys(properties).find(key => 'const' in below(form, 'properties', key).schema)
}

function findTag(form: Place, key: string): string | undefined {
  const { properties } = form.schema
  if (!isJsonObject(properties) || !(key in properties)) return undefined
  const tag = below(form, 'properties', key).schema.const
  return typeof tag === 'string' ? tag : undefined
}

function checkDiscriminator(place: Place, key: string): void {
  const { discriminator } = place.schema
  if (discriminator === undefined) return
  if (isJsonObject(discriminator) && discriminator.propertyName === key) return
  refuse(place, `discriminator does not name "${key}"`)
}

function readUntagged(form: Place, readStruct: ReadStruct, index: number): Variant {
  const { title } = form.schema
  return {
    name: typeof title === 'string' ? title : String(index),
    tag: undefined,
    other: false,
    struct: readStruct(form),
  }
}

interface Tagged {
  readonly key: string
  readonly known: readonly string[]
  readonly readStruct: ReadStruct
}

/** The form for unlisted tags. Its `not` must exclude the listed ones and nothing else. */
function readOther(form: Place, { key, known, readStruct }: Tagged): Variant {
  const not = below(form, 'not')
  allow(not, ['anyOf'])
  const excluded = members(not, 'anyOf').map(member => {
    allow(member, ['type', 'properties', 'required'])
    return findTag(member, key)
  })
  if (excluded.length !== known.length || !known.every(tag => excluded.includes(tag))) {
    return refuse(not, `does not exclude exactly the listed values of "${key}"`)
  }
  return {
    name: 'other',
    tag: undefined,
    other: true,
    struct: readStruct(withoutTag(without(form, 'not'), key)),
  }
}

/** The form without its tag, which the generated switch has already looked at. */
function withoutTag(form: Place, key: string): Place {
  const { properties, required } = form.schema
  if (!isJsonObject(properties) || !Array.isArray(required) || !required.includes(key)) {
    return refuse(form, `does not require its tag "${key}"`)
  }
  const { [key]: tag, ...others } = properties
  if (!isJsonObject(tag) || tag.type !== 'string') return refuse(form, `tag "${key}" is not a string`)
  return {
    schema: { ...form.schema, properties: others, required: required.filter(name => name !== key) },
    pointer: form.pointer,
  }
}
