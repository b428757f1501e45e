/** How long tool calls take. Kept in two halves that take turns, so that neither adding nor forgetting copies much. */

import type { ThreadUpdate } from '@parley/acp/thread'
import type { CallTimes } from '../model/talk.js'

const HALF = 512
const ENDS = new Set<unknown>(['completed', 'failed', 'cancelled'])

export function timeCalls(times: CallTimes, update: ThreadUpdate, now: number): CallTimes {
  if (update.sessionUpdate !== 'tool_call' && update.sessionUpdate !== 'tool_call_update') return times
  const { toolCallId, status }: { readonly toolCallId?: unknown; readonly status?: unknown } = update
  if (typeof toolCallId !== 'string') return times
  const since = times.open.get(toolCallId)
  if (ENDS.has(status)) return since === undefined ? times : close(times, toolCallId, now - since)
  if (since !== undefined || durationOf(times, toolCallId) !== undefined) return times
  const open = new Map(times.open).set(toolCallId, now)
  const [oldest] = open.keys()
  if (open.size > HALF && oldest !== undefined) open.delete(oldest)
  return { ...times, open }
}

/** What is no longer known of as open when a turn is over was ended with it. */
function close({ open, newer, older }: CallTimes, id: string, duration: number): CallTimes {
  const rest = new Map(open)
  rest.delete(id)
  if (newer.size < HALF) return { open: rest, newer: new Map(newer).set(id, duration), older }
  return { open: rest, newer: new Map([[id, duration]]), older: newer }
}

export function durationOf({ newer, older }: CallTimes, id: string): number | undefined {
  return newer.get(id) ?? older.get(id)
}
