/** Makes valid values of any definition of a contract, by chance, so that every form of every union occurs. */
import type { Choice, Contract, Leaf, Node, Numeric, Property, Struct } from '../schema/model.js'
import type { Random } from './random.js'

export type Fields = Record<string, unknown>

/** The text to put under a key: ids that exist, paths that are absolute, markers everywhere else. */
export type Words = (key: string) => string

const DEEP_ENOUGH = 7
const TEXTS = { uri: 'https://example.com/a?b=c', 'date-time': '2026-02-28T10:00:00.5+02:00' } as const

export class Sampler {
  readonly #contract: Contract
  readonly #random: Random
  readonly #words: Words

  constructor(contract: Contract, random: Random, words: Words) {
    this.#contract = contract
    this.#random = random
    this.#words = words
  }

  /** A valid value of a definition; an empty object where the contract has no such definition. */
  make(definition: string | undefined): unknown {
    const node = definition === undefined ? undefined : this.#contract.definitions.get(definition)
    return node === undefined ? {} : this.#make(node, definition ?? '', 0)
  }

  #make(node: Node, key: string, depth: number): unknown {
    switch (node.kind) {
      case 'reference': {
        const target = this.#contract.definitions.get(node.name)
        return target === undefined ? {} : this.#make(target, key, depth)
      }
      case 'struct':
        return this.#makeStruct(node, depth)
      case 'list':
        return this.#many(node.filled ? 1 : 0, depth).map(() => this.#make(node.item, key, depth + 1))
      case 'table':
        return Object.fromEntries(
          this.#many(0, depth).map(index => [`key${index}`, this.#make(node.item, key, depth + 1)]),
        )
      case 'options':
        return this.#make(this.#random.pick(node.members), key, depth)
      default:
        return this.#makeLeaf(node, key)
    }
  }

  #many(least: number, depth: number): number[] {
    const most = depth > DEEP_ENOUGH ? least : this.#random.between(least, 3)
    return Array.from({ length: most }, (_, index) => index)
  }

  #makeLeaf(leaf: Leaf, key: string): unknown {
    switch (leaf.kind) {
      case 'null':
        return null
      case 'boolean':
        return this.#random.chance(0.5)
      case 'text':
        return leaf.format === 'plain' ? this.#words(key) : TEXTS[leaf.format]
      case 'number':
        return this.#makeNumber(leaf)
      case 'literals':
        return leaf.open && this.#random.chance(0.1) ? '_unlisted' : this.#random.pick(leaf.values)
      default:
        return this.#random.pick([{ free: [1, this.#words(key), null] }, this.#words(key), 1.5, [], null])
    }
  }

  #makeNumber({ whole, low, high }: Numeric): number {
    const [least, most] = [Math.max(low, -1_000), Math.min(high, 1_000)]
    return this.#random.between(least, most) + (whole || most - least < 2 ? 0 : 0.5)
  }

  #makeStruct({ parent, properties, choice }: Struct, depth: number): Fields {
    const inherited = parent === undefined ? {} : this.#make({ kind: 'reference', name: parent }, '', depth)
    const own = properties.flatMap(property => this.#makeProperty(property, depth))
    const chosen = choice === undefined ? {} : this.#choose(choice, depth)
    return { ...(inherited as Fields), ...Object.fromEntries(own), ...chosen }
  }

  #makeProperty(property: Property, depth: number): [string, unknown][] {
    const { name, node, required, nullable } = property
    if (!required && (depth > DEEP_ENOUGH || this.#random.chance(0.5))) return []
    if (nullable && this.#random.chance(0.1)) return [[name, null]]
    return [[name, this.#make(node, name, depth + 1)]]
  }

  #choose({ key, variants }: Choice, depth: number): Fields {
    const { tag, other, struct } = this.#random.pick(variants)
    const fields = this.#makeStruct(struct, depth)
    if (key === '' || (tag === undefined && !other)) return fields
    return { ...fields, [key]: tag ?? '_unlisted' }
  }
}
