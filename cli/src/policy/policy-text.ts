/** The lines of a policy as its author wrote them. */

import { readFileSync } from 'node:fs'
import type { Policy } from '@parley/acp/guard'

/** The lines of a file that counts, in its order; none of one that does not. */
export function linesOf({ rules, isBroken }: Policy, file: string): readonly unknown[] {
  if (isBroken || rules.length === 0) return []
  try {
    const { rules: written }: { rules?: unknown } = JSON.parse(readFileSync(file, 'utf8'))
    return Array.isArray(written) ? written : []
  } catch {
    // It was changed in this moment.
    return []
  }
}

/** The line that a decision names (`user:2`), if it names one. */
export function lineOf(
  by: string,
  policies: readonly Policy[],
): { where: string; line: unknown } | undefined {
  const [, source, index] = /^(user|project):(?:.*:)?(\d+)$/.exec(by) ?? []
  const policy = policies.find(each => each.source === source && each.rules.some(({ id }) => id === by))
  if (policy?.file === undefined) return undefined
  const line = linesOf(policy, policy.file)[Number(index)]
  return line === undefined ? undefined : { where: `$.rules[${index}] of ${policy.file}`, line }
}
