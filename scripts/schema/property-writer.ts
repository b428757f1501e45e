/** Writes the statements that judge one property of an object. Knows the words of `Trail`; not where the object came from. */
import { writeTest } from './leaf-writer.js'
import type { Property } from './model.js'
import type { Json } from './place.js'
import type { Scope } from './scope.js'

/** The lines for one property, without indentation; they read `value` and may replace `out`. */
export function writeProperty(property: Property, scope: Scope): string[] {
  const soft = isSoft(property) ? writeSoft(property, scope) : undefined
  if (soft !== undefined) return [`out = ${soft}`]
  const lines = scope.lookup.isLeaf(property.node)
    ? writeLeafProperty(property, scope)
    : writePart(property, scope)
  return [...writeNullAsEmpty(property, scope, lines)]
}

/** Absent and null are both fine, and anything malformed is simply left out. */
function isSoft({ required, nullable, salvaged, emptied, fallback }: Property): boolean {
  return !required && nullable && salvaged && !emptied && fallback === undefined
}

/** One call of `sdk/src/schema/property.ts`, where one fits. */
function writeSoft({ name, node }: Property, scope: Scope): string | undefined {
  const spot = `out, '${name}', ${access('value', name)}`
  if (!scope.lookup.isLeaf(node)) {
    if (node.kind === 'reference') return `softPart(${spot}, ${scope.shapeOf(node.name)}, trail)`
    return node.kind === 'list' && node.sifted
      ? `softList(${spot}, ${scope.item(node.item)}, trail)`
      : undefined
  }
  const test = writeTest(node, 'value', scope.lookup)
  if (test?.fails === `typeof value !== 'string'`) return `softText(${spot}, trail)`
  return test?.fails === '!isRecord(value)' ? `softRecord(${spot}, trail)` : undefined
}

export function access(object: string, name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `${object}.${name}` : `${object}['${name}']`
}

/** What the value must be for its test to matter at all: absent and null are judged before. */
function writeGuard(property: Property): string | undefined {
  const read = access('value', property.name)
  if (property.required) return property.nullable ? `${read} !== null` : undefined
  return property.nullable ? `${read} != null` : `${read} !== undefined`
}

function writeLeafProperty(property: Property, scope: Scope): string[] {
  const read = access('value', property.name)
  const test = writeTest(property.node, read, scope.lookup)
  if (test === undefined) {
    if (!property.required) return []
    return [`if (${read} === undefined) return trail.failAt('${property.name}', 'a value', undefined)`]
  }
  const guard = property.fallback === undefined ? writeGuard(property) : undefined
  const condition = guard === undefined ? test.fails : `${guard} && ${test.fails}`
  const filled = writeFill(property)
  return [
    ...filled,
    `${filled.length > 0 ? 'else ' : ''}if (${condition}) ${writeLeafFailure(property, test.expected)}`,
  ]
}

function writeLeafFailure(property: Property, expected: string): string {
  const { name } = property
  if (!property.salvaged)
    return `return trail.failAt('${name}', ${quote(expected)}, ${access('value', name)})`
  const dropped = `trail.drop(out, '${name}', ${quote(expected)})`
  const rescue = toRescue(property)
  return rescue === undefined ? `out = ${dropped}` : `out = trail.put(${dropped}, '${name}', ${rescue})`
}

/** A property with parts: the trail goes in, and what comes back may be the same, a copy, or a refusal. */
function writePart(property: Property, scope: Scope): string[] {
  const { name } = property
  const read = access('value', name)
  const guard = property.fallback === undefined ? writeGuard(property) : undefined
  const body = [`trail.enter('${name}')`, `const next = ${scope.part(property.node, read)}`, 'trail.leave()']
  if (property.salvaged) {
    body.push(
      `if (next !== ${read}) out = trail.put(out, '${name}', trail.pardon(next, ${toRescue(property) ?? 'undefined'}))`,
    )
  } else {
    body.push('if (next === BAD) return BAD', `if (next !== ${read}) out = trail.put(out, '${name}', next)`)
  }
  const filled = writeFill(property)
  if (filled.length > 0) return [...filled, 'else {', ...indent(body), '}']
  // Malformed can be mended, missing cannot: a required key must be there.
  const absent = property.required && property.salvaged
  if (absent) body.unshift(`if (${read} === undefined) return trail.failAt('${name}', 'array', undefined)`)
  return [guard === undefined ? '{' : `if (${guard}) {`, ...indent(body), '}']
}

function writeFill(property: Property): string[] {
  if (property.fallback === undefined) return []
  if (property.required || property.nullable)
    throw new Error(`a default on "${property.name}", which is required or nullable`)
  const value = toLiteral(property.fallback)
  return [
    `if (${access('value', property.name)} === undefined) out = trail.put(out, '${property.name}', ${value})`,
  ]
}

/** What takes the place of a malformed value: the default, an empty list, or nothing. */
function toRescue(property: Property): string | undefined {
  if (property.fallback !== undefined) return toLiteral(property.fallback)
  if (property.node.kind === 'list' && !property.nullable) return '[]'
  if (property.required) throw new Error(`nothing to put in the place of "${property.name}"`)
  return undefined
}

function writeNullAsEmpty(property: Property, scope: Scope, lines: readonly string[]): readonly string[] {
  if (!property.emptied) return lines
  const isList = scope.lookup.resolve(property.node).kind === 'list'
  const { name } = property
  const dropped = `trail.drop(out, '${name}', '${isList ? 'array' : 'object'}')`
  const first = `if (${access('value', name)} === null) out = trail.put(${dropped}, '${name}', ${isList ? '[]' : '{}'})`
  const [opening = '', ...others] = lines
  return [first, `else ${opening}`, ...others]
}

export function toLiteral(value: Json): string {
  if (typeof value === 'string') return quote(value)
  if (Array.isArray(value)) return `[${value.map(toLiteral).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  const entries = Object.entries(value).map(([key, item]) => `${key}: ${toLiteral(item)}`)
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`
}

export function quote(words: string): string {
  return words.includes(`'`) ? JSON.stringify(words) : `'${words}'`
}

export function indent(lines: readonly string[]): string[] {
  return lines.map(line => `  ${line}`)
}
