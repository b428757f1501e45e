/**
 * Finds the fields of a message that no schema knows. Where the schema leaves a place open (raw input, maps, forms that
 * come from elsewhere, a form of a union that is not listed) nothing is unknown, and `_meta` belongs to whoever wrote it.
 */

import type { ChoiceFact, Fact, Facts, MethodFact, PropertyFact, StructFact } from '../schema/facts.js'
import { toStep } from '../schema/trail.js'

/** Which part of which method a value is. */
export interface Part {
  readonly method: string
  readonly part: 'params' | 'result'
  /** Whom the method is sent to, and whether it is answered: some names are used more than once. */
  readonly to?: 'agent' | 'client' | undefined
  readonly kind?: MethodFact['kind'] | undefined
}

type Fields = Readonly<Record<string, unknown>>
type Properties = ReadonlyMap<string, PropertyFact>

/** An elicitation carries a JSON Schema, whose keywords are not the protocol's to list. */
const OPEN_TYPES = new Set(['ElicitationSchema'])
const MOST = 64

/** The paths of the fields that the schema does not know, as JSON pointers into the params or the result; at most 64. */
export function unknownFields(facts: Facts, part: Part, value: unknown): readonly string[] {
  const method = findMethod(facts, part)
  const type = part.part === 'params' ? method?.params : method?.result
  if (type === undefined) return []
  const search = new Search(facts)
  search.look({ kind: 'type', name: type }, value, '')
  return search.found
}

/** The row of a method; of several with one name, the one that fits what else is known. */
export function findMethod(facts: Facts, part: Omit<Part, 'part'>): MethodFact | undefined {
  const { method, to, kind } = part
  return facts.methods.find(
    row =>
      row.name === method &&
      (to === undefined || row.to === to || row.to === 'both') &&
      (kind === undefined || row.kind === kind),
  )
}

/** What may lie side by side in an object, and whether the schema leaves room for more. */
interface Layout {
  readonly parts: readonly Properties[]
  readonly isOpen: boolean
}

const OPEN: Layout = { parts: [], isOpen: true }

class Search {
  readonly found: string[] = []
  readonly #facts: Facts

  constructor(facts: Facts) {
    this.#facts = facts
  }

  look(fact: Fact, value: unknown, path: string): void {
    if (typeof value !== 'object' || value === null || this.found.length >= MOST) return
    if (fact.kind === 'type') return this.#lookNamed(fact.name, value, path)
    if (fact.kind === 'options') return this.#lookOptions(fact.members, value, path)
    if (Array.isArray(value)) {
      if (fact.kind !== 'list') return
      for (const [index, item] of value.entries()) this.look(fact.item, item, `${path}/${index}`)
    } else if (fact.kind === 'table') {
      for (const [key, item] of Object.entries(value)) this.look(fact.item, item, `${path}/${toStep(key)}`)
    } else if (fact.kind === 'struct') this.#lookStruct(fact, value as Fields, path)
  }

  #lookNamed(name: string, value: object, path: string): void {
    const fact = OPEN_TYPES.has(name) ? undefined : this.#facts.types[name]
    if (fact !== undefined) this.look(fact, value, path)
  }

  /** Of members told apart by trying, the one that knows most of the value; the first of equals, as a reader takes it. */
  #lookOptions(members: readonly Fact[], value: object, path: string): void {
    let best: readonly string[] | undefined
    for (const member of members) {
      if (!this.#takes(member, value)) continue
      const search = new Search(this.#facts)
      search.look(member, value, path)
      if (best === undefined || search.found.length < best.length) best = search.found
    }
    this.found.push(...(best ?? []))
  }

  #takes(fact: Fact, value: object): boolean {
    if (fact.kind === 'type') {
      const target = this.#facts.types[fact.name]
      return target !== undefined && this.#takes(target, value)
    }
    if (fact.kind === 'any' || fact.kind === 'options') return true
    if (Array.isArray(value)) return fact.kind === 'list'
    if (fact.kind !== 'struct') return fact.kind === 'table'
    return fact.properties.every(({ name, required }) => required !== true || Object.hasOwn(value, name))
  }

  #lookStruct(struct: StructFact, value: Fields, path: string): void {
    const { parts, isOpen } = this.#layoutOf(struct, value)
    for (const [key, item] of Object.entries(value)) {
      if (key === '_meta') continue
      const property = parts.find(part => part.has(key))?.get(key)
      if (property !== undefined) this.look(property.fact, item, `${path}/${toStep(key)}`)
      else if (!isOpen && this.found.length < MOST) this.found.push(`${path}/${toStep(key)}`)
    }
  }

  #layoutOf(struct: StructFact, value: Fields): Layout {
    const layouts: Layout[] = [{ parts: [propertiesOf(struct)], isOpen: struct.open === true }]
    if (struct.parent !== undefined) layouts.push(this.#layoutOfNamed(struct.parent, value))
    if (struct.choice !== undefined) layouts.push(this.#choose(struct.choice, value))
    return { parts: layouts.flatMap(one => one.parts), isOpen: layouts.some(one => one.isOpen) }
  }

  #layoutOfNamed(name: string, value: Fields): Layout {
    const fact = OPEN_TYPES.has(name) ? undefined : this.#facts.types[name]
    if (fact?.kind === 'type') return this.#layoutOfNamed(fact.name, value)
    return fact?.kind === 'struct' ? this.#layoutOf(fact, value) : OPEN
  }

  #choose({ key, variants }: ChoiceFact, value: Fields): Layout {
    const tag = key === undefined ? undefined : value[key]
    const tagged = typeof tag === 'string' ? variants.find(variant => variant.tag === tag) : undefined
    if (tagged !== undefined && key !== undefined) return withTag(key, this.#layoutOf(tagged.struct, value))
    const other = typeof tag === 'string' ? variants.find(variant => variant.other) : undefined
    if (other !== undefined) return { ...this.#layoutOf(other.struct, value), isOpen: true }
    const forms = variants.filter(variant => variant.tag === undefined && variant.other !== true)
    return closest(
      forms.map(variant => this.#layoutOf(variant.struct, value)),
      value,
    )
  }
}

/** The tag is a field of every form that it names. */
function withTag(key: string, { parts, isOpen }: Layout): Layout {
  const tag: Properties = new Map([[key, { name: key, fact: { kind: 'text' } }]])
  return { parts: [tag, ...parts], isOpen }
}

/** The form that has all it requires there and leaves the fewest fields unknown. */
function closest(forms: readonly Layout[], value: Fields): Layout {
  const cost = ({ parts }: Layout): number => {
    const properties = parts.flatMap(part => [...part.values()])
    const missing = properties.filter(({ name, required }) => required && !Object.hasOwn(value, name))
    const unknown = Object.keys(value).filter(key => !parts.some(part => part.has(key)))
    return missing.length * MOST + unknown.length
  }
  return [...forms].sort((left, right) => cost(left) - cost(right))[0] ?? OPEN
}

const KNOWN = new WeakMap<StructFact, Properties>()

function propertiesOf(struct: StructFact): Properties {
  const known = KNOWN.get(struct)
  if (known !== undefined) return known
  const made = new Map(struct.properties.map(property => [property.name, property]))
  KNOWN.set(struct, made)
  return made
}
