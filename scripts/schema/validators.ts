/**
 * Writes the shapes of a part: one function per definition that a method reaches, each distinct one only once.
 * Knows what may be taken from the stable contract; the bodies are written elsewhere.
 */
import { takesAll, writePredicate } from './leaf-writer.js'
import type { Lookup } from './lookup.js'
import { findParts, type Part } from './part.js'
import { Scope } from './scope.js'
import { writeOptions, writeStruct } from './struct-writer.js'
import { writeImports } from './wording.js'

const RUN_TIME: Record<string, readonly string[]> = {
  collection: ['fullList', 'list', 'sift', 'table'],
  property: ['softList', 'softPart', 'softRecord', 'softText'],
  leaf: ['anything', 'isDateTime', 'isRecord', 'isTexts', 'isUri', 'isWhole', 'isWithin', 'text'],
}

/** For every definition with parts, the name of the function that judges it, and whether that one is the stable file's. */
export interface Shapes {
  readonly shared: ReadonlyMap<string, string>
  readonly borrowed: ReadonlySet<string>
}

export function findShapes(lookup: Lookup): Shapes {
  const bySignature = new Map<string, string>()
  const shared = new Map<string, string>()
  const borrowed = new Set<string>()
  const { stable } = lookup
  const known = stable === undefined ? [] : findParts(stable).flatMap(part => part.names)
  for (const name of known) {
    const node = stable?.definition(name)
    if (
      stable === undefined ||
      node === undefined ||
      stable.isLeaf(node) ||
      stable.resolveName(name) !== name
    )
      continue
    const signature = stable.signature(node)
    if (bySignature.has(signature)) continue
    bySignature.set(signature, name)
    if (lookup.contract.definitions.has(name) && lookup.signature(lookup.definition(name)) === signature)
      continue
    // Another definition now bears the name: the stable function cannot be imported under it.
    bySignature.delete(signature)
  }
  const fromStable = new Set(bySignature.values())
  // What is always loaded comes first: it must not borrow from what may not be.
  for (const name of findParts(lookup).flatMap(part => part.names)) {
    const node = lookup.definition(name)
    if (lookup.isLeaf(node) || node.kind === 'reference') continue
    const signature = lookup.signature(node)
    const owner = bySignature.get(signature) ?? name
    bySignature.set(signature, owner)
    shared.set(name, owner)
    if (fromStable.has(owner)) borrowed.add(owner)
  }
  return { shared, borrowed }
}

/** The code that judges the definitions of one part, and where it takes the rest from. */
export function writeShapes(lookup: Lookup, shapes: Shapes, part: Part): string {
  const { shared, borrowed } = shapes
  const scope = new Scope(lookup, shared, writeStruct)
  const own = part.names.filter(name => shared.get(name) === name && !borrowed.has(name))
  const functions = own.map(name => {
    const node = lookup.definition(name)
    const body = node.kind === 'options' ? writeOptions(name, node, scope) : undefined
    return `export function ${name}${body ?? writeStruct(name, asStruct(lookup, name), scope)}`
  })
  const extra = [...scope.extra].map(([name, body]) => `function ${name}${body}`)
  const code = [...writePredicates(lookup, part), ...functions, ...extra].join('\n\n')
  const imports = [
    ...writeImports(RUN_TIME, code, '../'),
    ...writeTrailImport(code),
    ...writeLoans(lookup, shapes, { part, code }),
  ]
  return [imports.join('\n'), code, ...writeExports(lookup, shapes, part)]
    .filter(text => text !== '')
    .join('\n\n')
}

function asStruct(lookup: Lookup, name: string) {
  const node = lookup.definition(name)
  if (node.kind !== 'struct')
    throw new Error(`${name}: a definition of kind "${node.kind}" is not understood`)
  return node
}

function writeTrailImport(code: string): string[] {
  const used = ['BAD', 'Trail'].filter(name => new RegExp(`\\b${name}\\b`).test(code))
  if (used.length === 0) return []
  return [
    `import { ${used.map(name => (name === 'BAD' ? name : `type ${name}`)).join(', ')} } from '../trail.js'`,
  ]
}

/** The lists of strings that get a function of their own. */
function isListed(lookup: Lookup, name: string): boolean {
  const node = lookup.definition(name)
  if (!lookup.isLeaf(node)) return false
  return node.kind === 'options' ? !takesAll(node, lookup) : node.kind === 'literals' && !node.open
}

/** Whether the stable contract has the very same list under the same name. */
function isLent(lookup: Lookup, name: string): boolean {
  const { stable } = lookup
  if (!stable?.reachable.includes(name)) return false
  return stable.signature(stable.definition(name)) === lookup.signature(lookup.definition(name))
}

function writePredicates(lookup: Lookup, part: Part): string[] {
  const own = part.names.filter(name => isListed(lookup, name) && !isLent(lookup, name))
  return own.map(name => writePredicate(name, lookup))
}

/** The file that holds the function of a definition, as another file of the same contract names it. */
function homeOf(lookup: Lookup, name: string, isBorrowed: boolean): string {
  const owner = isBorrowed ? lookup.stable : lookup
  if (owner === undefined) throw new Error(`${name}: nobody to borrow from`)
  const part = findParts(owner).find(({ names }) => names.includes(name))
  return `${isBorrowed ? `../${owner.contract.folder}` : '.'}/${part?.file}.gen.js`
}

/** Imports of what the code uses and another file holds. */
function writeLoans(
  lookup: Lookup,
  { shared, borrowed }: Shapes,
  { part, code }: { part: Part; code: string },
): string[] {
  const homes = new Map<string, string[]>()
  const lend = (used: string, home: string): void => {
    if (home !== `./${part.file}.gen.js` && new RegExp(`\\b${used}\\b`).test(code))
      homes.set(home, [...(homes.get(home) ?? []), used])
  }
  for (const name of new Set(shared.values())) lend(name, homeOf(lookup, name, borrowed.has(name)))
  for (const name of lookup.reachable.filter(item => isListed(lookup, item)))
    lend(`is${name}`, homeOf(lookup, name, isLent(lookup, name)))
  return [...homes].map(([home, names]) => `import { ${names.sort().join(', ')} } from '${home}'`)
}

/** Definitions that share a function are exported under their own names all the same. */
function writeExports(lookup: Lookup, { shared, borrowed }: Shapes, part: Part): string[] {
  const groups = new Map<string, string[]>()
  for (const name of part.names) {
    const owner = shared.get(name)
    if (owner === undefined) continue
    const home = homeOf(lookup, owner, borrowed.has(owner))
    const isHere = home === `./${part.file}.gen.js`
    if (isHere && name === owner) continue
    const from = isHere ? '' : ` from '${home}'`
    groups.set(from, [...(groups.get(from) ?? []), name === owner ? name : `${owner} as ${name}`])
  }
  return [...groups].map(([from, names]) => `export {\n  ${names.join(',\n  ')},\n}${from}`)
}
