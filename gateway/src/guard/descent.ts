/** Tokens that were handed on: what one of them is worth depends on what it was derived from. */

import { commonScopes } from '../config/scope.js'
import type { Credential } from './credential.js'

/**
 * Without those whose parent is gone, and without theirs; none has more scopes than its parent. A token that stands there
 * twice is what it was first.
 */
export function withParents(credentials: readonly Credential[]): readonly Credential[] {
  let rest = [...new Map(credentials.toReversed().map(each => [each.sha256, each])).values()].toReversed()
  for (let before = -1, sum = weightOf(rest); before !== sum; ) {
    const there = new Map(rest.map(each => [each.sha256, each]))
    rest = rest.flatMap(each => {
      if (each.parent === undefined) return [each]
      const parent = there.get(each.parent)
      return parent === undefined ? [] : [{ ...each, scopes: commonScopes(each.scopes, parent.scopes) }]
    })
    before = sum
    sum = weightOf(rest)
  }
  return rest
}

/** Becomes less with every token and every scope that is taken away. */
function weightOf(credentials: readonly Credential[]): number {
  return credentials.reduce((sum, { scopes }) => sum + scopes.size + 1, 0)
}
