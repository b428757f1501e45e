/** The outline of a value: its keys, its lists and the words that tell its forms apart, without anything it says. */

import type { Fact, Facts, StructFact } from '../../schema/facts.js'

/** Left open by every schema, and as various as the tools there are. */
const OPEN_KEYS = new Set(['_meta', 'rawInput', 'rawOutput'])
const MOST_DEPTH = 12
const MOST_TAG_CHARACTERS = 40

const known = new WeakMap<Facts, ReadonlySet<string>>()

/** Draws outlines: two values of the same outline have the same fields. */
export class Draughtsman {
  readonly #tags: ReadonlySet<string>

  constructor(facts: Facts) {
    const tags = known.get(facts) ?? new Set(Object.values(facts.types).flatMap(tagsOf))
    known.set(facts, tags)
    this.#tags = tags
  }

  draw(value: unknown, depth = 0): string {
    if (typeof value !== 'object' || value === null || depth > MOST_DEPTH) return ''
    if (Array.isArray(value)) return this.#drawList(value, depth)
    let outline = '{'
    for (const key in value) {
      outline += counted(key)
      const field = (value as Record<string, unknown>)[key]
      if (typeof field === 'string') {
        if (this.#tags.has(key)) outline += counted(field)
      } else if (!OPEN_KEYS.has(key)) outline += this.draw(field, depth + 1)
    }
    return `${outline}}`
  }

  #drawList(items: readonly unknown[], depth: number): string {
    let outline = '['
    let last = ''
    for (const item of items) {
      const one = this.draw(item, depth + 1)
      if (one !== last) outline += `${one};`
      last = one
    }
    return `${outline}]`
  }
}

/** With its length, so that no name can look like a piece of an outline. No form has a name as long as the limit. */
function counted(name: string): string {
  return `${name.length}:${name.length > MOST_TAG_CHARACTERS ? '' : name},`
}

/** The keys whose words choose between the forms of a type. */
function tagsOf(fact: Fact): readonly string[] {
  switch (fact.kind) {
    case 'struct':
      return tagsOfStruct(fact)
    case 'list':
    case 'table':
      return tagsOf(fact.item)
    case 'options':
      return fact.members.flatMap(tagsOf)
    default:
      return []
  }
}

function tagsOfStruct({ properties, choice }: StructFact): readonly string[] {
  const inside = properties.flatMap(({ fact }) => tagsOf(fact))
  if (choice === undefined) return inside
  const forms = choice.variants.flatMap(({ struct }) => tagsOfStruct(struct))
  return choice.key === undefined ? [...inside, ...forms] : [choice.key, ...inside, ...forms]
}
