/** Whose words they are that stand as the person's: an agent can say such, too. */

import type { Entry } from '@parley/acp/thread'
import type { Talk } from './talk.js'

/** An agent said this as if it came from the person. What was told of earlier days is believed. */
export function isAsIf(
  entry: Entry | undefined,
  slot: number,
  { said, retold = 0, far }: Pick<Talk, 'said' | 'retold' | 'far'>,
): boolean {
  if (entry?.kind !== 'message' || entry.role !== 'user') return false
  if (far?.authors.has(slot) === true) return false
  return said !== undefined && slot >= retold && !said.includes(slot)
}

/** Whose words an entry holds, for who draws it. */
export function wordsOf(
  entry: Entry | undefined,
  slot: number,
  talk: Pick<Talk, 'said' | 'retold' | 'far'>,
): { readonly isAsIf: boolean; readonly by: string | undefined } {
  const by = talk.far?.authors.get(slot)
  return { isAsIf: isAsIf(entry, slot, talk), by: by === talk.far?.name ? undefined : by }
}
