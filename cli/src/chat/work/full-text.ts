/** Looks for words in everything that was recorded, the latest first, for as long as somebody wants to know. */

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Journal, KeptEntry } from '@parley/acp/store'
import type { Conversation } from '../../record/conversation.js'
import { passagesOf } from '../../sessions/passage.js'
import { wholeMessages } from '../../sessions/whole-messages.js'
import { toPattern } from '../search-pattern.js'

export interface Search {
  readonly query: string
  /** How many are enough. */
  readonly most: number
  /** Asked again and again: nobody wants more. */
  readonly isOver: () => boolean
}

/** Of a record no more than this is looked at. */
const MOST_ENTRIES = 50_000

/** Those in which it was said. A record that cannot be read keeps nobody from the others. */
export async function searchRecords(
  journal: Journal,
  all: readonly Conversation[],
  { query, most, isOver }: Search,
): Promise<readonly Conversation[]> {
  const pattern = toPattern(query)
  const found: Conversation[] = []
  for (const conversation of all) {
    if (found.length >= most || isOver()) break
    if (await holds(journal, conversation.id, { pattern, isOver })) found.push(conversation)
    // Keys are heard in between.
    await nextTurn()
  }
  return found
}

async function holds(
  journal: Journal,
  id: string,
  { pattern, isOver }: { readonly pattern: RegExp; readonly isOver: () => boolean },
): Promise<boolean> {
  const entries: KeptEntry[] = []
  try {
    for await (const entry of journal.read(id)) {
      if (entries.length >= MOST_ENTRIES || isOver()) break
      entries.push(entry)
    }
  } catch {
    // What was read before the fault counts.
  }
  for (const { text } of passagesOf(wholeMessages(entries))) if (pattern.test(text)) return true
  return false
}
