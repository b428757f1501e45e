/** Whose words they are that stand as the person's: an agent can say such, too. */

import type { Entry } from '@parley/acp/thread'
import type { Talk } from './talk.js'

/** An agent said this as if it came from the person. What was told of earlier days is believed. */
export function isAsIf(
  entry: Entry | undefined,
  slot: number,
  { said, retold = 0 }: Pick<Talk, 'said' | 'retold'>,
): boolean {
  if (entry?.kind !== 'message' || entry.role !== 'user') return false
  return said !== undefined && slot >= retold && !said.includes(slot)
}
