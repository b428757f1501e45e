/**
 * How deep the branches of one function go. A function inside a function starts again at nought,
 * and `try` decides nothing, so it is no branch.
 */
import { Visitor, type VisitorObject } from 'oxc-parser'
import { isHandWritten } from '../files.js'
import type { Finding, SourceLaw } from '../law.js'

const DEEPEST = 3

const BRANCHES = [
  'IfStatement',
  'ForStatement',
  'ForInStatement',
  'ForOfStatement',
  'WhileStatement',
  'DoWhileStatement',
  'SwitchStatement',
] as const

const FUNCTIONS = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'] as const

interface Place {
  readonly start: number
}

export const nestingLaw: SourceLaw = {
  name: 'nesting',
  covers: isHandWritten,
  check: ({ tree, bare }) => {
    const found: Finding[] = []
    const depths = [0]
    const visitor: Record<string, (node: Place) => void> = {}
    // `else if` is one ladder, not one more step down.
    const isLadder = ({ start }: Place) => /\belse\s+$/.test(bare.slice(Math.max(0, start - 40), start))
    const step = (by: 1 | -1) => (node: Place) => {
      if (isLadder(node)) return
      const depth = (depths.pop() ?? 0) + by
      depths.push(depth)
      if (by === 1 && depth === DEEPEST + 1)
        found.push({ at: node.start, says: `nests deeper than ${DEEPEST}` })
    }
    for (const type of BRANCHES) {
      visitor[type] = step(1)
      visitor[`${type}:exit`] = step(-1)
    }
    for (const type of FUNCTIONS) {
      visitor[type] = () => depths.push(0)
      visitor[`${type}:exit`] = () => depths.pop()
    }
    new Visitor(visitor as VisitorObject).visit(tree)
    return found
  },
}
