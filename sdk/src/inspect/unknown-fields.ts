/**
 * Finds the fields of a message that no schema knows. Where the schema leaves a place open (raw input, maps, forms that
 * come from elsewhere, a form of a union that is not listed) nothing is unknown, and `_meta` belongs to whoever wrote it.
 */

import type { Fact, Facts, MethodFact, StructFact } from '../schema/facts.js'
import { toStep } from '../schema/trail.js'
import { type Fields, isFields } from './fields.js'
import { layoutOf, takes } from './layout.js'

/** Which part of which method a value is. */
export interface Part {
  readonly method: string
  readonly part: 'params' | 'result'
  /** Whom the method is sent to, and whether it is answered: some names are used more than once. */
  readonly to?: 'agent' | 'client' | undefined
  readonly kind?: MethodFact['kind'] | undefined
}

const ANY: Fact = { kind: 'any' }
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

class Search {
  readonly found: string[] = []
  readonly #facts: Facts

  constructor(facts: Facts) {
    this.#facts = facts
  }

  look(fact: Fact, value: unknown, path: string): void {
    if (typeof value !== 'object' || value === null || this.found.length >= MOST) return
    if (fact.kind === 'type') {
      if (!OPEN_TYPES.has(fact.name)) this.look(this.#facts.types[fact.name] ?? ANY, value, path)
    } else if (fact.kind === 'options') this.#lookOptions(fact.members, value, path)
    else if (Array.isArray(value)) {
      if (fact.kind !== 'list') return
      for (const [index, item] of value.entries()) this.look(fact.item, item, `${path}/${index}`)
    } else if (fact.kind === 'table') {
      for (const [key, item] of Object.entries(value)) this.look(fact.item, item, `${path}/${toStep(key)}`)
    } else if (fact.kind === 'struct' && isFields(value)) this.#lookStruct(fact, value, path)
  }

  /** Of members told apart by trying, the one that knows most of the value. */
  #lookOptions(members: readonly Fact[], value: object, path: string): void {
    let best: readonly string[] | undefined
    for (const member of members) {
      if (!takes(this.#facts, member, value)) continue
      const search = new Search(this.#facts)
      search.look(member, value, path)
      if (best === undefined || search.found.length < best.length) best = search.found
    }
    this.found.push(...(best ?? []))
  }

  #lookStruct(struct: StructFact, value: Fields, path: string): void {
    const { properties, isOpen } = layoutOf(this.#facts, struct, value)
    for (const key of Object.keys(value)) {
      if (key === '_meta') continue
      const item = value[key]
      const property = properties.find(({ name }) => name === key)
      // Most fields have no parts: their paths are not worth making.
      if (property !== undefined) {
        if (typeof item === 'object') this.look(property.fact, item, `${path}/${key}`)
      } else if (!isOpen && this.found.length < MOST) this.found.push(`${path}/${toStep(key)}`)
    }
  }
}
