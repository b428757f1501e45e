/** Writes the expressions that judge values without parts. Knows the names in `sdk/src/schema/leaf.ts`. */
import type { Lookup } from './lookup.js'
import type { Leaf, Node, Numeric, Options } from './model.js'

export interface Test {
  /** True when the value is right. */
  readonly passes: string
  /** True when it is wrong; may need parentheses beside `&&`. */
  readonly fails: string
  /** What a flaw says was expected. */
  readonly expected: string
}

/** Undefined when every value is right. */
export function writeTest(node: Node, access: string, lookup: Lookup): Test | undefined {
  const target = lookup.resolve(node)
  if (target.kind === 'any' || (target.kind === 'options' && takesAll(target, lookup))) return undefined
  if (target.kind === 'table') return call('isRecord', access, 'object')
  const isListed = target.kind === 'options' || (target.kind === 'literals' && !target.open)
  if (isListed && node.kind === 'reference') {
    const name = lookup.resolveName(node.name)
    return call(`is${name}`, access, name)
  }
  if (
    target.kind === 'struct' ||
    target.kind === 'list' ||
    target.kind === 'reference' ||
    target.kind === 'options'
  ) {
    throw new Error(`not a leaf: ${target.kind}`)
  }
  return writeLeaf(target, access)
}

function writeLeaf(leaf: Leaf, access: string): Test {
  switch (leaf.kind) {
    case 'any':
      return { passes: 'true', fails: 'false', expected: 'a value' }
    case 'null':
      return compare(access, 'null', 'null')
    case 'boolean':
      return compare(`typeof ${access}`, `'boolean'`, 'boolean')
    case 'number':
      return writeNumber(leaf, access)
    case 'literals':
      return leaf.open ? compare(`typeof ${access}`, `'string'`, 'string') : writeListed(leaf.values, access)
    case 'text':
      if (leaf.format === 'uri') return call('isUri', access, 'uri')
      if (leaf.format === 'date-time') return call('isDateTime', access, 'date-time')
      return leaf.filled ? writeFilledText(access) : compare(`typeof ${access}`, `'string'`, 'string')
  }
}

function writeNumber(leaf: Numeric, access: string): Test {
  const isBounded = Number.isFinite(leaf.low) || Number.isFinite(leaf.high)
  if (!isBounded)
    return leaf.whole
      ? call('Number.isInteger', access, 'integer')
      : call('Number.isFinite', access, 'number')
  const range = `${leaf.low}, ${leaf.high}`
  const expected = leaf.whole ? leaf.format : `number from ${leaf.low} to ${leaf.high}`
  return call(leaf.whole ? 'isWhole' : 'isWithin', `${access}, ${range}`, expected)
}

function writeListed(values: readonly string[], access: string): Test {
  return {
    passes: values.map(value => `${access} === '${value}'`).join(' || '),
    fails: values.map(value => `${access} !== '${value}'`).join(' && '),
    expected: values.map(value => `'${value}'`).join(' or '),
  }
}

function writeFilledText(access: string): Test {
  return {
    passes: `typeof ${access} === 'string' && ${access} !== ''`,
    fails: `(typeof ${access} !== 'string' || ${access} === '')`,
    expected: 'non-empty string',
  }
}

function compare(left: string, right: string, expected: string): Test {
  return { passes: `${left} === ${right}`, fails: `${left} !== ${right}`, expected }
}

function call(predicate: string, argument: string, expected: string): Test {
  return { passes: `${predicate}(${argument})`, fails: `!${predicate}(${argument})`, expected }
}

/** The function `isToolKind` of a definition that lists its values or its kinds of values. */
export function writePredicate(name: string, lookup: Lookup): string {
  const target = lookup.definition(name)
  const passes =
    target.kind === 'options' ? writeMembers(target, lookup) : writeTest(target, 'value', lookup)?.passes
  return `export function is${name}(value: unknown): boolean {\n  return ${passes ?? 'true'}\n}`
}

function writeMembers(options: Options, lookup: Lookup): string {
  const tests = options.members.map(member => {
    if (lookup.isTextList(member)) return 'isTexts(value)'
    return writeTest(member, 'value', lookup)?.passes ?? 'true'
  })
  return tests.join(' || ')
}

/** One member that takes every value makes the others idle. */
export function takesAll(options: Options, lookup: Lookup): boolean {
  return options.members.some(member => lookup.resolve(member).kind === 'any')
}
