/** What can be searched in an entry: every text that it holds, also where it is closed. */

import { type Entry, itemsOf, outputOf, type Thread, type ToolCall, terminalOf } from '@parley/acp/thread'

const MOST_LEVELS = 6
/** Where people write; ids and numbers are for machines. */
const NAMES: ReadonlySet<string> = new Set([
  ...['text', 'title', 'description', 'content', 'path', 'uri', 'name', 'command', 'summary', 'error'],
  ...['oldText', 'newText', 'diff', 'plan', 'entries', 'markdown', 'resource', 'locations'],
])

/** Whether one of its texts matches. Stops at the first that does. */
export function holds(entry: Entry, thread: Thread, pattern: RegExp): boolean {
  for (const text of textsOf(entry, thread)) if (pattern.test(text)) return true
  return false
}

function* textsOf(entry: Entry, thread: Thread): Generator<string> {
  switch (entry.kind) {
    case 'message':
    case 'session_message':
      return yield* textsIn(itemsOf(entry.content), 'content', 0)
    case 'compaction':
      return yield* textsIn(itemsOf(entry.summary), 'summary', 0)
    case 'plan':
      return yield* textsIn(entry.plan, 'plan', 0)
    case 'subagent':
      return yield* textsIn([entry.title, entry.description], 'title', 0)
    case 'tool_call':
      yield* textsIn([entry.title, entry.name], 'title', 0)
      yield* textsIn(entry.locations, 'locations', 0)
      yield* textsIn(itemsOf(entry.content), 'content', 0)
      return yield* outputsOf(entry, thread)
  }
}

function* textsIn(value: unknown, name: string, level: number): Generator<string> {
  if (typeof value === 'string') {
    if (NAMES.has(name)) yield value
    return
  }
  if (typeof value !== 'object' || value === null || level > MOST_LEVELS) return
  if (Array.isArray(value)) {
    for (const each of value) yield* textsIn(each, name, level + 1)
    return
  }
  for (const [key, each] of Object.entries(value)) if (NAMES.has(key)) yield* textsIn(each, key, level + 1)
}

function* outputsOf({ content }: ToolCall, thread: Thread): Generator<string> {
  for (const part of itemsOf(content)) {
    if (part.type !== 'terminal' || typeof part.terminalId !== 'string') continue
    const terminal = terminalOf(thread, part.terminalId)
    if (terminal !== undefined) yield outputOf(terminal).text
  }
}
