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
/** How much of a line is shown, and how much of that stands before what was looked for. */
const MOST_LINE = 200
const MOST_BEFORE = 24

/** A conversation, and the line in which it was said. */
export interface Hit {
  readonly conversation: Conversation
  readonly match: string
}

/** Those in which it was said. A record that cannot be read keeps nobody from the others. */
export async function searchRecords(
  journal: Journal,
  all: readonly Conversation[],
  { query, most, isOver }: Search,
): Promise<readonly Hit[]> {
  const pattern = toPattern(query)
  const found: Hit[] = []
  for (const conversation of all) {
    if (found.length >= most || isOver()) break
    const match = await matchIn(journal, conversation.id, { pattern, isOver })
    if (match !== undefined) found.push({ conversation, match })
    // Keys are heard in between.
    await nextTurn()
  }
  return found
}

async function matchIn(
  journal: Journal,
  id: string,
  { pattern, isOver }: { readonly pattern: RegExp; readonly isOver: () => boolean },
): Promise<string | undefined> {
  const entries: KeptEntry[] = []
  try {
    for await (const entry of journal.read(id)) {
      if (entries.length >= MOST_ENTRIES || isOver()) break
      entries.push(entry)
    }
  } catch {
    // What was read before the fault counts.
  }
  for (const { text } of passagesOf(wholeMessages(entries))) {
    const at = pattern.exec(text)?.index
    if (at !== undefined) return lineAround(text, at)
  }
  return undefined
}

/** The line that this place is in, from a little before it. */
function lineAround(text: string, at: number): string {
  const begin = text.lastIndexOf('\n', at - 1) + 1
  const end = text.indexOf('\n', at)
  const from = at - begin > MOST_BEFORE ? at - MOST_BEFORE : begin
  const line = text.slice(from, Math.min(end < 0 ? text.length : end, from + MOST_LINE)).trim()
  return from > begin ? `…${line}` : line
}
