/** Short ways to write conversations down in tests. */
import type { Entry } from './entry.js'
import { reduce, type ThreadEvent, type ThreadUpdate } from './reduce.js'
import { entriesOf, textOf } from './selectors.js'
import { emptyThread, type Thread, type ThreadVersion } from './thread.js'

export type Happening = ThreadUpdate | ThreadEvent

export function fold(version: ThreadVersion, ...events: readonly Happening[]): Thread {
  return events.reduce(reduce, emptyThread(version))
}

export const text = (words: string) => ({ type: 'text', text: words }) as const

export const said = (who: 'user' | 'agent', words: string, messageId?: string): ThreadUpdate => {
  const chunk = { content: text(words), messageId }
  return who === 'user'
    ? { sessionUpdate: 'user_message_chunk', ...chunk }
    : { sessionUpdate: 'agent_message_chunk', ...chunk }
}

export const thought = (words: string): ThreadUpdate => ({
  sessionUpdate: 'agent_thought_chunk',
  content: text(words),
})

export const prompt = (words: string, messageId?: string): ThreadEvent => ({
  type: 'prompt',
  content: [text(words)],
  messageId,
})

/** The timeline in a few words: `user: hello`, `read: pending`. */
export function glance(thread: Thread): readonly string[] {
  return entriesOf(thread).map(glanceAt)
}

function glanceAt(entry: Entry): string {
  switch (entry.kind) {
    case 'message':
      return `${entry.role}: ${textOf(entry)}`
    case 'tool_call':
      return `${entry.title ?? entry.toolCallId}: ${entry.status}`
    case 'stop':
      return `stop: ${entry.stopReason}`
    default:
      return entry.kind
  }
}

/** Freezes a value to its depths, so that changing any part of it throws. */
export function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const part of Object.values(value)) freeze(part)
  }
  return value
}
