/** What declarations of commands share: examples in their help, and numbers in their options. */

import { InvalidArgumentError } from 'commander'

/** Lines to try, for the end of a page of help. */
export function example(...lines: readonly string[]): string {
  return `\nExample:\n${lines.map(line => `  $ parley ${line}`).join('\n')}`
}

/** A number of things: a whole one above 0. */
export function toCount(text: string): number {
  const count = Number(text)
  if (Number.isSafeInteger(count) && count > 0) return count
  throw new InvalidArgumentError('Expected a whole number above 0.')
}
