/** The tool calls of a session that have begun and not ended, read off what its agent tells. */

import { fieldsOf } from './fields.js'

const MOST_CALLS = 4_096
const MOST_ID_CHARACTERS = 1_024
const FINAL = new Set<unknown>(['completed', 'failed', 'cancelled'])

export class OpenCalls {
  /** Whether each of the latest is open. */
  readonly #calls = new Map<string, boolean>()

  get ids(): readonly string[] {
    return [...this.#calls].filter(([, isOpen]) => isOpen).map(([id]) => id)
  }

  /** An update. The first word of a call begins it in version 2; in version 1 it has a name of its own. */
  take(update: unknown): void {
    const { sessionUpdate, toolCallId, status } = fieldsOf(update)
    if (sessionUpdate !== 'tool_call' && sessionUpdate !== 'tool_call_update') return
    if (typeof toolCallId !== 'string' || toolCallId.length > MOST_ID_CHARACTERS) return
    const wasOpen = this.#calls.get(toolCallId) ?? true
    this.#calls.set(toolCallId, typeof status === 'string' ? !FINAL.has(status) : wasOpen)
    const [oldest] = this.#calls.keys()
    if (this.#calls.size > MOST_CALLS && oldest !== undefined) this.#calls.delete(oldest)
  }
}
