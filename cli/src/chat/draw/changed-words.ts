/** Two lines of which one became the other: which of their words are different. */

import type { Line } from '../screen/line.js'
import type { Style } from '../screen/style.js'
import { comparing } from './comparing.js'

const LONGEST = 600
const LEAST_COMMON = 0.3

export const REMOVED: Style = { role: 'removed' }
export const ADDED: Style = { role: 'added' }
const REMOVED_WORD: Style = { role: 'removedWord' }
const ADDED_WORD: Style = { role: 'addedWord' }

/** Both lines, with what differs in a role of its own; none where they have too little in common to tell. */
export function markWords(removed: string, added: string): readonly [Line, Line] | undefined {
  if (removed.length > LONGEST || added.length > LONGEST) return undefined
  const parts = comparing().diffWordsWithSpace(removed, added, { maxEditLength: 200 })
  if (parts === undefined) return undefined
  const common = parts
    .filter(part => !part.added && !part.removed)
    .reduce((sum, { value }) => sum + value.trim().length, 0)
  const longest = Math.max(removed.trim().length, added.trim().length)
  if (longest === 0 || common / longest < LEAST_COMMON) return undefined
  return [
    parts
      .filter(part => !part.added)
      .map(part => ({ text: part.value, style: part.removed ? REMOVED_WORD : REMOVED })),
    parts
      .filter(part => !part.removed)
      .map(part => ({ text: part.value, style: part.added ? ADDED_WORD : ADDED })),
  ]
}
