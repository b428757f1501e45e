/** What may lie side by side in an object by the schema: its own properties, those it inherits, those of the form it takes. */

import type {
  ChoiceFact,
  Fact,
  Facts,
  NamedFact,
  PropertyFact,
  StructFact,
  VariantFact,
} from '../schema/facts.js'
import { type Fields, isFields } from './fields.js'

/** A place where an object takes one of several forms. */
export interface Chooser {
  readonly choice: ChoiceFact
  readonly chosen: VariantFact | undefined
}

export interface Layout {
  readonly properties: readonly PropertyFact[]
  /** From the outside in: a form may have forms itself. */
  readonly choosers: readonly Chooser[]
  /** The schema leaves room for more. */
  readonly isOpen: boolean
}

const OPEN: Layout = { properties: [], choosers: [], isOpen: true }

/** A fact that says it all itself. */
export type PlainFact = Exclude<Fact, NamedFact>

/** The fact itself, or what it is a name of. */
export function resolve(facts: Facts, fact: Fact): PlainFact {
  if (fact.kind !== 'type') return fact
  const target = Object.hasOwn(facts.types, fact.name) ? facts.types[fact.name] : undefined
  return target === undefined ? { kind: 'any' } : resolve(facts, target)
}

// By contract: one that extends another shares its objects, but what the names in them mean may differ.
const KNOWN = new WeakMap<Facts, Map<StructFact, Map<string, Layout>>>()

function knownLayouts(facts: Facts, struct: StructFact): Map<string, Layout> {
  const structs = KNOWN.get(facts) ?? new Map<StructFact, Map<string, Layout>>()
  KNOWN.set(facts, structs)
  const layouts = structs.get(struct) ?? new Map<string, Layout>()
  structs.set(struct, layouts)
  return layouts
}

/** How an object with these values is laid out. What hangs on a listed tag alone, or on nothing, is found out once. */
export function layoutOf(facts: Facts, struct: StructFact, value: Fields): Layout {
  const { choice } = struct
  const tag = choice === undefined ? '' : choice.key === undefined ? undefined : value[choice.key]
  if (typeof tag !== 'string') return findLayout(facts, struct, value)
  const known = knownLayouts(facts, struct)
  const found = known.get(tag)
  if (found !== undefined) return found
  const layout = findLayout(facts, struct, value)
  const isListed = choice === undefined || choice.variants.some(variant => variant.tag === tag)
  if (isListed && layout.choosers.length === (choice === undefined ? 0 : 1)) known.set(tag, layout)
  return layout
}

function findLayout(facts: Facts, struct: StructFact, value: Fields): Layout {
  const layouts: Layout[] = [
    { properties: struct.properties, choosers: [], isOpen: struct.open === true },
    ...(struct.parent === undefined ? [] : [layoutOfParent(facts, struct.parent, value)]),
    ...(struct.choice === undefined ? [] : [layoutOfChoice(facts, struct.choice, value)]),
  ]
  if (layouts.length === 1 && layouts[0] !== undefined) return layouts[0]
  return {
    properties: layouts.flatMap(one => one.properties),
    choosers: layouts.flatMap(one => one.choosers),
    isOpen: layouts.some(one => one.isOpen),
  }
}

function layoutOfParent(facts: Facts, name: string, value: Fields): Layout {
  const parent = resolve(facts, { kind: 'type', name })
  return parent.kind === 'struct' ? layoutOf(facts, parent, value) : OPEN
}

function layoutOfChoice(facts: Facts, choice: ChoiceFact, value: Fields): Layout {
  const { key, variants } = choice
  const tag = key === undefined ? undefined : value[key]
  if (key !== undefined && typeof tag === 'string') {
    const named = variants.find(variant => variant.tag === tag) ?? variants.find(variant => variant.other)
    if (named !== undefined) return chosenLayout(facts, { choice, chosen: named }, value)
  }
  const forms = variants
    .filter(variant => variant.tag === undefined && variant.other !== true)
    .map(chosen => chosenLayout(facts, { choice, chosen }, value))
  return closest(forms, value) ?? { ...OPEN, choosers: [{ choice, chosen: undefined }] }
}

function chosenLayout(
  facts: Facts,
  chooser: Chooser & { readonly chosen: VariantFact },
  value: Fields,
): Layout {
  const { choice, chosen } = chooser
  const inner = layoutOf(facts, chosen.struct, value)
  const isTagged = choice.key !== undefined && (chosen.tag !== undefined || chosen.other === true)
  const tag: readonly PropertyFact[] = isTagged ? [toTagProperty(choice.key ?? '', chosen)] : []
  return {
    properties: [...tag, ...inner.properties],
    choosers: [chooser, ...inner.choosers],
    isOpen: inner.isOpen || chosen.other === true,
  }
}

/** The tag is a field of every form that it names. */
function toTagProperty(name: string, { tag }: VariantFact): PropertyFact {
  const fact: Fact = tag === undefined ? { kind: 'text' } : { kind: 'literals', values: [tag] }
  return { name, fact, required: true }
}

/** The form that has all it requires there and leaves the fewest fields unknown; the first of equals, as a reader does. */
function closest(forms: readonly Layout[], value: Fields): Layout | undefined {
  const cost = ({ properties }: Layout): number => {
    const missing = properties.filter(({ name, required }) => required && !Object.hasOwn(value, name))
    const unknown = Object.keys(value).filter(key => !properties.some(({ name }) => name === key))
    return missing.length * 64 + unknown.length
  }
  return [...forms].sort((left, right) => cost(left) - cost(right))[0]
}

/** Of members told apart by trying, the first that can take the value at all. */
export function findMember(facts: Facts, members: readonly Fact[], value: unknown): Fact | undefined {
  return members.find(member => takes(facts, member, value))
}

/** Whether a value is of the right sort at its surface: the kind of JSON, listed texts, required keys. */
export function takes(facts: Facts, fact: Fact, value: unknown): boolean {
  const target = resolve(facts, fact)
  switch (target.kind) {
    case 'any':
      return true
    case 'null':
      return value === null
    case 'boolean':
      return typeof value === 'boolean'
    case 'text':
      return typeof value === 'string'
    case 'literals':
      return typeof value === 'string' && (target.open === true || target.values.includes(value))
    case 'number':
      return typeof value === 'number' && (target.whole !== true || Number.isInteger(value))
    case 'list':
      return Array.isArray(value)
    case 'table':
      return isFields(value)
    case 'options':
      return findMember(facts, target.members, value) !== undefined
    case 'struct':
      return isFields(value) && hasRequired(facts, target, value)
  }
}

function hasRequired(facts: Facts, struct: StructFact, value: Fields): boolean {
  return layoutOf(facts, struct, value).properties.every(
    ({ name, required, nullable, fact }) =>
      !(required === true) ||
      (Object.hasOwn(value, name) &&
        ((nullable === true && value[name] === null) || isListed(facts, fact, value[name]))),
  )
}

/** Only what is told apart by a listed text is looked at further down. */
function isListed(facts: Facts, fact: Fact, value: unknown): boolean {
  const target = resolve(facts, fact)
  return target.kind !== 'literals' || takes(facts, target, value)
}
