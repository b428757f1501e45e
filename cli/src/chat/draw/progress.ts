/** Whether more is to be expected of an entry. */

import { type Entry, itemAt } from '@parley/acp/thread'
import type { Talk } from '../model/talk.js'
import { isAtWork } from '../model/talk-state.js'

const FINAL: ReadonlySet<string> = new Set(['completed', 'failed', 'cancelled'])

/** Whether an entry may still change. What is said last goes on; what is done goes on until its end is told. */
export function isExpected(entry: Entry, talk: Talk): boolean {
  switch (entry.kind) {
    case 'message':
      return (isAtWork(talk) && isLatest(entry, talk)) || isContinued(entry, talk)
    case 'session_message':
      return isAtWork(talk) && isLatest(entry, talk)
    case 'tool_call':
      // That it was cancelled is only our word until the agent confirms it.
      return isAtWork(talk) && (!FINAL.has(entry.status) || entry.cancelledFrom !== undefined)
    case 'compaction':
      return isAtWork(talk) && !FINAL.has(entry.status)
    default:
      return false
  }
}

function isLatest(entry: Entry, { thread: { slots } }: Talk): boolean {
  return itemAt(slots, slots.length - 1) === entry
}

// The next piece belongs to it, whoever is at work, and whatever came in between that nobody here knows.
function isContinued(entry: Entry, { stage, thread: { slots, current } }: Talk): boolean {
  return stage.is !== 'failed' && current !== undefined && itemAt(slots, current) === entry
}
