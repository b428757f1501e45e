/**
 * Answers questions about the definitions of one contract: which are used, which are leaves, which are the same.
 * Knows the model; must not know how code is written.
 */
import type { Contract, Method, Node, Reference, Struct } from './model.js'

export class Lookup {
  readonly contract: Contract
  /** The stable contract that this one extends, if any. */
  readonly stable: Lookup | undefined
  readonly #named = new Map<string, readonly string[]>()
  readonly #reachable: ReadonlySet<string>

  constructor(contract: Contract, stable?: Lookup) {
    this.contract = contract
    this.stable = stable
    this.#reachable = this.reachableFrom(contract.methods)
  }

  /** Every definition that some methods can reach. */
  reachableFrom(methods: readonly Method[]): ReadonlySet<string> {
    return this.#closure(methods.flatMap(method => [method.params, method.result ?? method.params]))
  }

  /** Every definition that a method can reach, in the order of the schema. */
  get reachable(): string[] {
    return [...this.contract.definitions.keys()].filter(name => this.#reachable.has(name))
  }

  definition(name: string): Node {
    const node = this.contract.definitions.get(name)
    if (node === undefined) throw new Error(`${this.contract.folder}: no definition "${name}"`)
    return node
  }

  /** The node itself, or what it refers to in the end. */
  resolve(node: Node): Node {
    return node.kind === 'reference' ? this.resolve(this.definition(node.name)) : node
  }

  /** The last name on the way to a definition that is not a mere reference. */
  resolveName(name: string): string {
    const node = this.definition(name)
    return node.kind === 'reference' ? this.resolveName(node.name) : name
  }

  /** Whether one expression can judge the node without looking into parts that have paths of their own. */
  isLeaf(node: Node): boolean {
    const target = this.resolve(node)
    if (target.kind === 'table') return this.resolve(target.item).kind === 'any'
    if (target.kind === 'options')
      return target.members.every(member => this.isLeaf(member) || this.isTextList(member))
    return target.kind !== 'struct' && target.kind !== 'list'
  }

  isTextList(node: Node): boolean {
    if (node.kind !== 'list' || node.sifted || node.filled) return false
    const item = this.resolve(node.item)
    return item.kind === 'text' && item.format === 'plain' && !item.filled
  }

  /** Two nodes with the same signature are validated by the same code. */
  signature(node: Node): string {
    return JSON.stringify(node, (_key, part: unknown) => {
      if (!isReference(part)) return part
      const target = this.resolve(part)
      const isNamed = target.kind === 'literals' || target.kind === 'options'
      return isNamed ? [this.resolveName(part.name), this.signature(target)] : this.signature(target)
    })
  }

  /** As `signature`, and the same names are used all the way down: the types can be shared. */
  spelling(node: Node): string {
    return JSON.stringify(node, (_key, part: unknown) =>
      isReference(part) ? [part.name, this.spelling(this.definition(part.name))] : part,
    )
  }

  /** The struct and those it extends: their properties lie side by side in one object. */
  family(struct: Struct): Struct[] {
    if (struct.parent === undefined) return [struct]
    const parent = this.resolve({ kind: 'reference', name: struct.parent })
    return parent.kind === 'struct' ? [struct, ...this.family(parent)] : [struct]
  }

  #closure(roots: readonly string[]): Set<string> {
    const found = new Set<string>()
    const queue = [...roots]
    for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
      if (found.has(name)) continue
      found.add(name)
      queue.push(...this.#namesIn(name))
    }
    return found
  }

  /** Every definition that this one names. Looked up once: each of several hundred methods asks for most of them. */
  #namesIn(name: string): readonly string[] {
    const known = this.#named.get(name)
    if (known !== undefined) return known
    const names: string[] = []
    JSON.stringify(this.definition(name), (key, part: unknown) => {
      if (isReference(part)) names.push(part.name)
      if (key === 'parent' && typeof part === 'string') names.push(part)
      return part
    })
    this.#named.set(name, names)
    return names
  }
}

function isReference(part: unknown): part is Reference {
  return typeof part === 'object' && part !== null && 'kind' in part && part.kind === 'reference'
}
