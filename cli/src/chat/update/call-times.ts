/** How long tool calls take. Kept in two halves that take turns, so that neither adding nor forgetting copies much. */

import type { ThreadUpdate } from '@parley/acp/thread'
import type { CallTimes } from '../model/talk.js'

const HALF = 512
const ENDS = new Set<unknown>(['completed', 'failed', 'cancelled'])

/** The times after some updates. The maps are copied once for all of them: calls may come by the thousand. */
export function timeCalls(times: CallTimes, updates: readonly ThreadUpdate[], now: number): CallTimes {
  if (!updates.some(isOfCall)) return times
  const stopwatch = new Stopwatch(times)
  for (const update of updates) if (isOfCall(update)) stopwatch.hear(update, now)
  return stopwatch.times
}

type CallUpdate = Extract<ThreadUpdate, { readonly sessionUpdate: 'tool_call' | 'tool_call_update' }>

const isOfCall = (update: ThreadUpdate): update is CallUpdate =>
  update.sessionUpdate === 'tool_call' || update.sessionUpdate === 'tool_call_update'

class Stopwatch {
  readonly #open: Map<string, number>
  #newer: Map<string, number>
  #older: ReadonlyMap<string, number>
  readonly #waiting: CallTimes['waiting']

  constructor({ open, newer, older, waiting }: CallTimes) {
    this.#waiting = waiting
    this.#open = new Map(open)
    this.#newer = new Map(newer)
    this.#older = older
  }

  get times(): CallTimes {
    return { open: this.#open, newer: this.#newer, older: this.#older, waiting: this.#waiting }
  }

  hear(update: CallUpdate, now: number): void {
    const { toolCallId, status }: { readonly toolCallId?: unknown; readonly status?: unknown } = update
    if (typeof toolCallId !== 'string') return
    const since = this.#open.get(toolCallId)
    if (ENDS.has(status)) {
      if (since !== undefined) this.#close(toolCallId, (this.#waiting?.get(toolCallId) ?? now) - since)
    } else if (since === undefined && durationOf(this.times, toolCallId) === undefined)
      this.#begin(toolCallId, now)
  }

  #begin(id: string, now: number): void {
    this.#open.set(id, now)
    const [oldest] = this.#open.keys()
    if (this.#open.size > HALF && oldest !== undefined) this.#open.delete(oldest)
  }

  /** What is no longer known of as open when a turn is over was ended with it. */
  #close(id: string, duration: number): void {
    this.#open.delete(id)
    if (this.#newer.size >= HALF) {
      this.#older = this.#newer
      this.#newer = new Map()
    }
    this.#newer.set(id, duration)
  }
}

export function durationOf({ newer, older }: CallTimes, id: string): number | undefined {
  return newer.get(id) ?? older.get(id)
}
