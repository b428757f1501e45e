/**
 * Writes `facts.gen.ts`: what the schema says of every type that a method reaches, as data and without a word of prose.
 * Knows the model and the names in `sdk/src/schema/facts.ts`.
 */
import type { Lookup } from './lookup.js'
import type { Choice, Method, Node, Property, Struct, Variant } from './model.js'
import type { Json } from './place.js'

/** A value that a fact is written with; what is undefined is left out. */
type Written = Json | undefined | readonly Written[] | { readonly [key: string]: Written }

export function writeFacts(lookup: Lookup): string {
  const own = lookup.reachable.filter(name => !isSame(lookup, name))
  const borrowed = lookup.stable === undefined ? [] : ['...stable.types']
  const types = [...borrowed, ...own.map(name => `${toKey(name)}: ${writeNode(lookup, name)}`)]
  const methods = lookup.contract.methods.map(method => toLiteral(toMethodFact(method)))
  const code = [
    'export const facts: Facts = {',
    ...writeBlock('types', '{}', types),
    ...writeBlock('methods', '[]', methods),
    '}',
  ]
  return `${writeImports(lookup).join('\n')}\n\n${code.join('\n')}`
}

function writeImports(lookup: Lookup): string[] {
  const facts = `import type { Facts } from '../facts.js'`
  if (lookup.stable === undefined) return [facts]
  return [facts, `import { facts as stable } from '../${lookup.stable.contract.folder}/facts.gen.js'`]
}

function writeBlock(name: string, [open = '', close = '']: string, lines: readonly string[]): string[] {
  return [`  ${name}: ${open}`, ...lines.map(line => `    ${line},`), `  ${close},`]
}

function writeNode(lookup: Lookup, name: string): string {
  return toLiteral(toFact(lookup.definition(name)))
}

/** The stable contract says the very same under this name; what the names inside it mean is looked up where it is used. */
function isSame(lookup: Lookup, name: string): boolean {
  const { stable } = lookup
  if (!stable?.reachable.includes(name)) return false
  return JSON.stringify(stable.definition(name)) === JSON.stringify(lookup.definition(name))
}

function toFact(node: Node): Written {
  const { kind } = node
  switch (kind) {
    case 'any':
    case 'null':
    case 'boolean':
      return { kind }
    case 'text':
      return { kind, format: node.format === 'plain' ? undefined : node.format, filled: flag(node.filled) }
    case 'number':
      return { kind, whole: flag(node.whole), low: bound(node.low), high: bound(node.high) }
    case 'literals':
      return { kind, values: node.values, open: flag(node.open) }
    case 'options':
      return { kind, members: node.members.map(toFact) }
    case 'list':
      return { kind, item: toFact(node.item), filled: flag(node.filled) }
    case 'table':
      return { kind, item: toFact(node.item) }
    case 'reference':
      return { kind: 'type', name: node.name }
    case 'struct':
      return toStructFact(node)
  }
}

const flag = (value: boolean): true | undefined => (value ? true : undefined)

const bound = (value: number): number | undefined => (Number.isFinite(value) ? value : undefined)

function toStructFact({ properties, parent, choice, open }: Struct): Written {
  return {
    kind: 'struct',
    properties: properties.map(toPropertyFact),
    parent,
    choice: choice === undefined ? undefined : toChoiceFact(choice),
    open: flag(open),
  }
}

function toPropertyFact({ name, node, required, nullable, fallback }: Property): Written {
  return { name, fact: toFact(node), required: flag(required), nullable: flag(nullable), fallback }
}

function toChoiceFact({ rule, key, variants }: Choice): Written {
  return { rule, key: key === '' ? undefined : key, variants: variants.map(toVariantFact) }
}

function toVariantFact({ name, tag, other, struct }: Variant): Written {
  return { name, tag, other: flag(other), struct: toStructFact(struct) }
}

function toMethodFact({ name, to, kind, scope, params, result }: Method): Written {
  return { name, to, kind, scope, params, result }
}

function toLiteral(value: Written): string {
  if (Array.isArray(value)) return `[${value.map(toLiteral).join(', ')}]`
  if (typeof value === 'string') return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
  if (typeof value !== 'object' || value === null) return String(value)
  const parts = Object.entries(value).flatMap(([key, part]) =>
    part === undefined ? [] : [`${toKey(key)}: ${toLiteral(part)}`],
  )
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`
}

function toKey(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : `'${key}'`
}
