/** What a file must not write, where it takes the syntax tree to see it. */
import { type Expression, type PrivateIdentifier, Visitor } from 'oxc-parser'
import { isConfig, isGenerated, isHandWritten, isSource, isTest } from '../files.js'
import type { Finding, SourceLaw } from '../law.js'
import { roomOf } from '../rooms.js'

const isLibrary = (path: string): boolean => isHandWritten(path) && roomOf(path) !== undefined

type Operand = Expression | PrivateIdentifier

const lastName = (node: Operand): string => {
  if (node.type === 'Identifier') return node.name
  if (node.type === 'MemberExpression' && node.property.type === 'Identifier') return node.property.name
  if (node.type === 'ParenthesizedExpression' || node.type === 'TSNonNullExpression')
    return lastName(node.expression)
  if (node.type === 'ChainExpression') return lastName(node.expression)
  return ''
}

/** Asking whether a version was given at all is no comparison of versions. */
const isPresenceTest = (node: Operand): boolean =>
  (node.type === 'Identifier' && node.name === 'undefined') ||
  (node.type === 'Literal' && node.value === null)

const COMPARISONS = new Set(['===', '!==', '==', '!=', '<', '>', '<=', '>='])
const COMPARES_VERSIONS = /^sdk\/src\/(?:protocol\/version\.ts|proxy\/bridge\/)/

export const versionsLaw: SourceLaw = {
  name: 'versions',
  covers: path => isLibrary(path) && !COMPARES_VERSIONS.test(path),
  check: ({ tree }) => {
    const found: Finding[] = []
    const report = (at: number, name: string) =>
      found.push({ at, says: `decides on '${name}': only protocol/version.ts and proxy/bridge/ may` })
    const isVersion = (node: Operand) => /version$/i.test(lastName(node))
    new Visitor({
      BinaryExpression({ operator, left, right, start }) {
        if (!COMPARISONS.has(operator) || isPresenceTest(left) || isPresenceTest(right)) return
        const side = [left, right].find(isVersion)
        if (side) report(start, lastName(side))
      },
      SwitchStatement({ discriminant, start }) {
        if (isVersion(discriminant)) report(start, lastName(discriminant))
      },
    }).visit(tree)
    return found
  },
}

export const usingLaw: SourceLaw = {
  name: 'using',
  covers: isLibrary,
  check: ({ tree }) => {
    const found: Finding[] = []
    new Visitor({
      VariableDeclaration({ kind, start }) {
        if (kind === 'using' || kind === 'await using')
          found.push({ at: start, says: `'${kind}' costs code in every file of the library: end it by hand` })
      },
    }).visit(tree)
    return found
  },
}

export const asAnyLaw: SourceLaw = {
  name: 'as-any',
  covers: path => isSource(path) && !isGenerated(path),
  check: ({ tree }) => {
    const found: Finding[] = []
    new Visitor({
      TSAsExpression({ typeAnnotation, start }) {
        if (typeAnnotation.type === 'TSAnyKeyword')
          found.push({ at: start, says: `'as any' hides what it is` })
      },
    }).visit(tree)
    return found
  },
}

export const defaultExportLaw: SourceLaw = {
  name: 'default-export',
  covers: path => isSource(path) && !isConfig(path) && !isTest(path),
  check: ({ tree }) => {
    const found: Finding[] = []
    new Visitor({
      ExportDefaultDeclaration({ start }) {
        found.push({ at: start, says: 'exports are named' })
      },
    }).visit(tree)
    return found
  },
}
