/**
 * The functions of one generated file while it is being written: which name judges a node, and what had to be added.
 * Knows which definitions share one function; must not know how a body is written.
 */
import { writeTest } from './leaf-writer.js'
import type { Lookup } from './lookup.js'
import type { List, Node, Struct } from './model.js'

/** Writes the body of an unnamed struct under a name of its own. */
export type WriteStruct = (name: string, struct: Struct, scope: Scope) => string

export class Scope {
  readonly lookup: Lookup
  /** Functions that no definition names: forms of a choice, items of a list. */
  readonly extra = new Map<string, string>()
  readonly #shared: ReadonlyMap<string, string>
  readonly #writeStruct: WriteStruct

  constructor(lookup: Lookup, shared: ReadonlyMap<string, string>, writeStruct: WriteStruct) {
    this.lookup = lookup
    this.#shared = shared
    this.#writeStruct = writeStruct
  }

  /** The function that judges a definition with parts. */
  shapeOf(name: string): string {
    const last = this.lookup.resolveName(name)
    return this.#shared.get(last) ?? last
  }

  /** An expression that judges a node with parts. */
  part(node: Node, read: string): string {
    if (node.kind === 'reference') return `${this.shapeOf(node.name)}(${read}, trail)`
    if (node.kind === 'list') return `${toWalk(node)}(${read}, trail, ${this.item(node.item)})`
    if (node.kind === 'table') return `table(${read}, trail, ${this.item(node.item)})`
    throw new Error(`a part of kind "${node.kind}" needs a name of its own`)
  }

  /** The function that judges an item: of a definition, of plain text, or one made for it. */
  item(node: Node): string {
    if (node.kind === 'reference' && !this.lookup.isLeaf(node)) return this.shapeOf(node.name)
    const target = this.lookup.resolve(node)
    const test = writeTest(node, 'value', this.lookup)
    if (test === undefined) return 'anything'
    if (test.expected === 'string') return 'text'
    if (node.kind !== 'reference') throw new Error(`an item of kind "${target.kind}" needs a name of its own`)
    const name = `each${node.name}`
    this.extra.set(
      name,
      `(value: unknown, trail: Trail): unknown {\n  return ${test.passes} ? value : trail.fail('${test.expected}', value)\n}`,
    )
    return name
  }

  /** The function that judges one form of a choice; undefined when there is nothing left to judge. */
  form(name: string, struct: Struct): string | undefined {
    if (struct.properties.length === 0 && struct.choice === undefined) {
      return struct.parent === undefined ? undefined : this.shapeOf(struct.parent)
    }
    if (!this.extra.has(name)) this.extra.set(name, this.#writeStruct(name, struct, this))
    return name
  }
}

function toWalk(list: List): string {
  // The lenient reading of a list does not ask for a first item: what was left out may have been the only one.
  if (list.sifted) return 'sift'
  return list.filled ? 'fullList' : 'list'
}
