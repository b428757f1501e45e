/** What a new part of a form begins with: everything that must be there, and nothing that somebody has to decide. */

import type { ChoiceFact, Fact, Facts, StructFact, VariantFact } from '../schema/facts.js'
import type { Fields } from './fields.js'
import { layoutOf, type PlainFact, resolve } from './layout.js'

/** A beginning of the value; undefined where it is for a person to say. */
export function blankOf(facts: Facts, fact: Fact): unknown {
  const target = resolve(facts, fact)
  switch (target.kind) {
    case 'null':
      return null
    case 'list':
      return target.filled === true ? present(blankOf(facts, target.item)) : []
    case 'table':
      return {}
    case 'literals':
      return target.values.length === 1 ? target.values[0] : undefined
    case 'struct':
      return blankStruct(facts, target)
    case 'options':
      return blankOption(facts, target.members)
    default:
      return undefined
  }
}

const present = (value: unknown): unknown[] => (value === undefined ? [] : [value])

/** Only where no plain value could be meant. */
function blankOption(facts: Facts, members: readonly Fact[]): unknown {
  const [first] = members
  const isForm = members.every(member => resolve(facts, member).kind === 'struct')
  return isForm && first !== undefined ? blankMember(facts, first) : undefined
}

/** The beginning of one of several that are told apart by trying. */
export function blankMember(facts: Facts, fact: Fact): unknown {
  const target = resolve(facts, fact)
  if (target.kind !== 'struct') return blankOf(facts, target)
  return { ...marksOf(facts, target), ...blankStruct(facts, target) }
}

function blankStruct(facts: Facts, struct: StructFact): Fields {
  const parent: PlainFact | undefined =
    struct.parent === undefined ? undefined : resolve(facts, { kind: 'type', name: struct.parent })
  const made = struct.properties
    .filter(({ required }) => required === true)
    .map(({ name, fact }) => [name, blankOf(facts, fact)] as const)
    .filter(([, value]) => value !== undefined)
  return {
    ...Object.fromEntries(made),
    ...(parent?.kind === 'struct' ? blankStruct(facts, parent) : {}),
    ...blankChoice(facts, struct.choice),
  }
}

function blankChoice(facts: Facts, choice: ChoiceFact | undefined): Fields {
  const [first] = choice?.variants ?? []
  return choice === undefined || first === undefined ? {} : blankVariant(facts, choice, first)
}

/** The beginning of one form, its tag included; an unlisted one gets its tag from whoever chose it. */
export function blankVariant(facts: Facts, { key }: ChoiceFact, { tag, struct, other }: VariantFact): Fields {
  const blank = blankStruct(facts, struct)
  if (tag === undefined && other !== true) return { ...marksOf(facts, struct), ...blank }
  return { ...(key === undefined || tag === undefined ? {} : { [key]: tag }), ...blank }
}

/** A form without a tag is known by the keys that it alone requires: they are there from the beginning, if only empty. */
function marksOf(facts: Facts, struct: StructFact): Fields {
  const required = layoutOf(facts, struct, {}).properties.filter(property => property.required === true)
  return Object.fromEntries(required.map(({ name }) => [name, '']))
}
