/** What became of a kept session so far: read once, entry by entry, when it is opened again. */

import type { KeptEntry, OptionValues } from '../store/index.js'

const ENDED: ReadonlySet<unknown> = new Set(['completed', 'failed', 'cancelled'])

export class Past {
  values: OptionValues = {}
  title: string | undefined
  /** The place of the last entry. */
  seq = 0
  /** Whether the process ended in the middle of a turn. */
  isUnfinished = false
  readonly #openCalls = new Set<string>()

  /** Tool calls that nobody is working on any more. */
  get openCalls(): readonly string[] {
    return [...this.#openCalls]
  }

  take(entry: KeptEntry): void {
    this.seq = entry.seq
    if (entry.kind === 'prompt') this.isUnfinished = true
    else if (entry.kind === 'end') this.isUnfinished = false
    else if (entry.kind === 'options') this.values = entry.values
    else if (entry.kind === 'info') this.#takeTitle(entry.title)
    else this.#takeUpdate(entry.update)
  }

  #takeTitle(title: string | null | undefined): void {
    if (title !== undefined) this.title = title ?? undefined
  }

  #takeUpdate(update: object): void {
    const { sessionUpdate, toolCallId, status } = update as Readonly<Record<string, unknown>>
    if (sessionUpdate !== 'tool_call' && sessionUpdate !== 'tool_call_update') return
    if (typeof toolCallId !== 'string') return
    if (ENDED.has(status)) this.#openCalls.delete(toolCallId)
    else if (sessionUpdate === 'tool_call' || status !== undefined) this.#openCalls.add(toolCallId)
  }
}
