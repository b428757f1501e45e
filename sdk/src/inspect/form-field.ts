/** The fields of a form, one after another, read off the facts and what has been filled in so far. */

import type { Fact, Facts, PropertyFact, StructFact, VariantFact } from '../schema/facts.js'
import { isFields } from './fields.js'
import { below } from './form-value.js'
import { factInWords } from './form-words.js'
import { type Chooser, findMember, layoutOf, type PlainFact, resolve } from './layout.js'

/** What a field is filled in with. */
export type FieldKind = 'text' | 'number' | 'boolean' | 'choice' | 'list' | 'map' | 'group' | 'union' | 'json'

/** One line of a form. */
export interface Field {
  /** Unlike all others; the path, or the path and a mark where an object can be given several forms. */
  readonly id: string
  /** A JSON pointer into the value. */
  readonly path: string
  readonly label: string
  readonly kind: FieldKind
  /** How deep it lies, from 0. */
  readonly depth: number
  readonly required: boolean
  readonly nullable: boolean
  /** What stands there; undefined when nothing does. Of a union, the name of its form. */
  readonly value: unknown
  /** What its absence means, where the schema says so. */
  readonly fallback?: unknown
  /** Of a choice or a union. */
  readonly choices: readonly string[]
  /** Of a choice or a union: something else may be typed. */
  readonly isOpen: boolean
  /** What may stand there, in a few words. */
  readonly help: string
}

interface Place {
  readonly path: string
  readonly label: string
  readonly depth: number
  readonly required: boolean
  readonly nullable: boolean
  readonly fallback?: unknown
  readonly about?: string | undefined
}

/** All lines of a form, in order. Below what has not been filled in there is nothing. */
export function listFields(facts: Facts, fact: Fact, value: unknown): readonly Field[] {
  const root = { path: '', label: '', depth: -1, required: true, nullable: false }
  const fields = fieldsAt(facts, { fact, place: root }, value)
  return fields[0]?.kind === 'group' && fields[0].id === '' ? fields.slice(1) : fields
}

interface Spot {
  readonly fact: Fact
  readonly place: Place
}

function fieldsAt(facts: Facts, { fact, place }: Spot, value: unknown): readonly Field[] {
  const target = resolve(facts, fact)
  const own: Field = {
    id: place.path,
    path: place.path,
    label: place.label,
    kind: kindOf(facts, target),
    depth: Math.max(place.depth, 0),
    required: place.required,
    nullable: place.nullable,
    value,
    ...(place.fallback === undefined ? {} : { fallback: place.fallback }),
    choices: target.kind === 'literals' ? target.values : [],
    isOpen: target.kind === 'literals' && target.open === true,
    help: [factInWords(facts, fact), ...(place.about === undefined ? [] : [place.about])].join(' · '),
  }
  if (target.kind === 'struct') return [own, ...structFields(facts, { struct: target, place }, value)]
  if (target.kind === 'options') return optionFields(facts, { own, members: target.members, place }, value)
  if (target.kind === 'list' && Array.isArray(value))
    return [
      own,
      ...value.flatMap((item, index) => itemFields(facts, target.item, { place, key: index, item })),
    ]
  if (target.kind === 'table' && isFields(value) && own.kind === 'map')
    return [
      own,
      ...Object.entries(value).flatMap(([key, item]) => itemFields(facts, target.item, { place, key, item })),
    ]
  return [own]
}

function kindOf(facts: Facts, fact: PlainFact): FieldKind {
  switch (fact.kind) {
    case 'text':
    case 'number':
    case 'boolean':
    case 'list':
      return fact.kind
    case 'literals':
      return 'choice'
    case 'table':
      return 'map'
    case 'struct':
      return 'group'
    case 'options':
      return fact.members.some(member => resolve(facts, member).kind === 'struct') ? 'union' : 'json'
    default:
      return 'json'
  }
}

function itemFields(
  facts: Facts,
  fact: Fact,
  { place, key, item }: { readonly place: Place; readonly key: string | number; readonly item: unknown },
): readonly Field[] {
  const inner = {
    path: below(place.path, key),
    label: String(key),
    depth: place.depth + 1,
    required: true,
    nullable: false,
  }
  return fieldsAt(facts, { fact, place: inner }, item)
}

function structFields(
  facts: Facts,
  { struct, place }: { readonly struct: StructFact; readonly place: Place },
  value: unknown,
): readonly Field[] {
  if (!isFields(value)) return []
  const { properties, choosers } = layoutOf(facts, struct, value)
  // The form without a tag may have a field of that name all the same.
  const tags = choosers.flatMap(({ choice, chosen }) =>
    choice.key !== undefined && (chosen?.tag !== undefined || chosen?.other === true) ? [choice.key] : [],
  )
  return [
    ...choosers.map((chooser, level) => chooserField(chooser, { place, level, value })),
    ...properties
      .filter(
        ({ name }, index) => !tags.includes(name) && properties.findIndex(one => one.name === name) === index,
      )
      .flatMap(property => propertyFields(facts, { property, place }, value[property.name])),
  ]
}

function propertyFields(
  facts: Facts,
  { property, place }: { readonly property: PropertyFact; readonly place: Place },
  value: unknown,
): readonly Field[] {
  const { name, fact, required, nullable, fallback, title = name, about } = property
  const inner: Place = {
    path: below(place.path, name),
    label: title,
    depth: place.depth + 1,
    required: required === true,
    nullable: nullable === true,
    fallback,
    about,
  }
  return fieldsAt(facts, { fact, place: inner }, value)
}

/** The name of a form, as it is chosen. */
export function variantName({ tag, name, struct, other }: VariantFact): string {
  if (other === true) return ''
  return tag ?? (/^\d+$/.test(name) ? (struct.parent ?? name) : name)
}

function chooserField(
  { choice, chosen }: Chooser,
  spot: { readonly place: Place; readonly level: number; readonly value: Readonly<Record<string, unknown>> },
): Field {
  const { place, level, value } = spot
  const isOther = chosen?.other === true && choice.key !== undefined
  return {
    id: `${place.path}#${level}`,
    path: place.path,
    label: choice.key ?? 'form',
    kind: 'union',
    depth: place.depth + 1,
    required: true,
    nullable: false,
    value: isOther ? value[choice.key ?? ''] : chosen && variantName(chosen),
    choices: choice.variants.filter(variant => variant.other !== true).map(variantName),
    isOpen: choice.variants.some(variant => variant.other === true),
    help: 'which form it takes',
  }
}

/** The names of members that are told apart by trying. */
export function memberNames(facts: Facts, members: readonly Fact[]): readonly string[] {
  return members.map((member, index) => {
    if (member.kind === 'type') return member.name
    if (member.kind !== 'struct') return factInWords(facts, member)
    return member.properties.find(({ required }) => required === true)?.name ?? String(index)
  })
}

interface OptionSpot {
  readonly own: Field
  readonly members: readonly Fact[]
  readonly place: Place
}

function optionFields(facts: Facts, { own, members, place }: OptionSpot, value: unknown): readonly Field[] {
  if (own.kind !== 'union') return [own]
  const names = memberNames(facts, members)
  const member = value === undefined ? undefined : findMember(facts, members, value)
  const chosen = member === undefined ? undefined : names[members.indexOf(member)]
  const union = { ...own, id: `${place.path}#0`, value: chosen, choices: names }
  if (member === undefined) return [union]
  const inner = fieldsAt(facts, { fact: member, place }, value)
  return [union, ...(inner[0]?.kind === 'group' ? inner.slice(1) : inner)]
}
