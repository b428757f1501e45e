/** Whether more is to be expected: of a conversation, and of an entry of it. */

import { type Entry, itemAt } from '@parley/acp/thread'
import type { Talk } from '../model/talk.js'

const FINAL: ReadonlySet<string> = new Set(['completed', 'failed', 'cancelled'])
const WORKING: ReadonlySet<string> = new Set(['running', 'requires_action'])

/** Whether the agent is at work: for a prompt, or by itself. */
export function isAtWork({ stage, turn, thread }: Talk): boolean {
  if (stage.is === 'failed') return false
  return turn !== undefined || WORKING.has(thread.state?.state ?? '')
}

/** Whether an entry may still change. What is said last goes on; what is done goes on until its end is told. */
export function isExpected(entry: Entry, talk: Talk): boolean {
  if (!isAtWork(talk)) return false
  switch (entry.kind) {
    case 'message':
    case 'session_message':
      return isGoingOn(entry, talk)
    case 'tool_call':
      // That it was cancelled is only our word until the agent confirms it.
      return !FINAL.has(entry.status) || entry.cancelledFrom !== undefined
    case 'compaction':
      return !FINAL.has(entry.status)
    default:
      return false
  }
}

/** What was said last; and what goes on although something came that nobody here knows. */
function isGoingOn(entry: Entry, { thread: { slots, current } }: Talk): boolean {
  if (itemAt(slots, slots.length - 1) === entry) return true
  return current !== undefined && itemAt(slots, current) === entry
}
