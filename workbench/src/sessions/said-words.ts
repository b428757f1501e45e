/** Whether words were said in a conversation that is open here: by somebody, or by its agent. */

import { type Entry, itemsOf, type Thread, textOf } from '@parley/acp/thread'

// Entries never change, so their words are made small once.
const known = new WeakMap<Entry, string>()

function smallWordsOf(entry: Entry): string {
  const found = known.get(entry)
  if (found !== undefined) return found
  const words =
    (entry.kind === 'message' ? textOf(entry) : entry.kind === 'tool_call' ? entry.title : '') ?? ''
  known.set(entry, words.toLowerCase())
  return words.toLowerCase()
}

/** All of them, wherever each of them stands. */
export function isSaidIn(thread: Thread | undefined, words: readonly string[]): boolean {
  if (thread === undefined) return false
  const left = new Set(words)
  for (const entry of itemsOf(thread.slots)) {
    if (entry === undefined) continue
    const said = smallWordsOf(entry)
    for (const word of left) if (said.includes(word)) left.delete(word)
    if (left.size === 0) return true
  }
  return false
}
