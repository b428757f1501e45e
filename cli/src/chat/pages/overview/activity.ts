/** What an agent is doing, in a few words: the tool it uses, else what it said last. Looks at the end of the timeline alone. */

import { boundedLine } from '@parley/acp/guard'
import { type Entry, itemAt } from '@parley/acp/thread'
import type { Talk } from '../../model/talk.js'

/** So far back it is looked for. */
const MOST_ENTRIES = 32
const MOST_CHARACTERS = 200

/** Cleaned; empty where nothing was said yet. */
export function activityOf({ thread }: Pick<Talk, 'thread'>): string {
  const last = thread.slots.length - 1
  for (let slot = last; slot >= 0 && slot > last - MOST_ENTRIES; slot--) {
    const words = wordsOf(itemAt(thread.slots, slot))
    if (words !== '') return words
  }
  return ''
}

function wordsOf(entry: Entry | undefined): string {
  if (entry?.kind === 'tool_call')
    return boundedLine(entry.title ?? entry.name ?? entry.toolKind, MOST_CHARACTERS)
  if (entry?.kind !== 'message' || entry.role === 'user') return ''
  const block = itemAt(entry.content, entry.content.length - 1)
  const text = block !== undefined && 'text' in block && typeof block.text === 'string' ? block.text : ''
  return lastLine(text)
}

/** The last line with words on it: the end is what is new. */
function lastLine(text: string): string {
  const lines = text.slice(-MOST_CHARACTERS * 2).split('\n')
  const line = lines.findLast(each => /\S/.test(each)) ?? ''
  return boundedLine(line, MOST_CHARACTERS)
}
