/** Where the agent was: the files and lines that its tool calls name, the latest first. */

import { itemAt, type Thread } from '@parley/acp/thread'

export interface AgentLocation {
  readonly path: string
  /** Counted from 1. */
  readonly line?: number | undefined
  /** What the agent did there, in its words. */
  readonly title: string
  readonly isOpen: boolean
}

const OPEN = new Set(['pending', 'in_progress'])
/** Entries that are looked at: what is further back is long ago. */
const FURTHEST = 2_000

export function locationsIn(thread: Thread, most: number): readonly AgentLocation[] {
  const found = new Map<string, AgentLocation>()
  const end = Math.max(0, thread.slots.length - FURTHEST)
  for (let place = thread.slots.length - 1; place >= end && found.size < most; place--) {
    const entry = itemAt(thread.slots, place)
    if (entry?.kind !== 'tool_call') continue
    for (const { path, line } of entry.locations.toReversed()) {
      const name = `${path}\n${line ?? ''}`
      const isLine = typeof line === 'number' && line > 0
      const title = entry.title ?? entry.name ?? entry.toolKind
      if (!found.has(name))
        found.set(name, { path, title, isOpen: OPEN.has(entry.status), ...(isLine && { line }) })
    }
  }
  return [...found.values()].slice(0, most)
}
