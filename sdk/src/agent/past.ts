/** What became of a kept session so far: read once, entry by entry, when it is opened again. */

import type { KeptEntry, OptionValues } from '../store/index.js'

interface Step {
  readonly isBegun: boolean
  readonly status: unknown
}

const ENDED: ReadonlySet<unknown> = new Set(['completed', 'failed', 'cancelled'])

export class Past {
  values: OptionValues = {}
  title: string | undefined
  /** Whether the process ended in the middle of a turn. */
  isUnfinished = false
  readonly #openCalls = new Set<string>()
  readonly #openCompactions = new Set<string>()

  /** Tool calls that nobody is working on any more. */
  get openCalls(): readonly string[] {
    return [...this.#openCalls]
  }

  /** Compactions that will never come to an end. */
  get openCompactions(): readonly string[] {
    return [...this.#openCompactions]
  }

  take(entry: KeptEntry): void {
    if (entry.kind === 'prompt') this.isUnfinished = true
    else if (entry.kind === 'end') this.isUnfinished = false
    else if (entry.kind === 'options') this.values = entry.values
    else if (entry.kind === 'info') this.#takeTitle(entry.title)
    else if (entry.kind === 'update') this.#takeUpdate(entry.update)
  }

  #takeTitle(title: string | null | undefined): void {
    if (title !== undefined) this.title = title ?? undefined
  }

  #takeUpdate(update: object): void {
    const { sessionUpdate, toolCallId, compactionId, status } = update as Readonly<Record<string, unknown>>
    const isBegun = sessionUpdate === 'tool_call' || (status !== undefined && status !== null)
    if (sessionUpdate === 'tool_call' || sessionUpdate === 'tool_call_update')
      follow(this.#openCalls, toolCallId, { isBegun, status })
    if (sessionUpdate === 'compaction_update')
      follow(this.#openCompactions, compactionId, { isBegun, status })
  }
}

function follow(open: Set<string>, id: unknown, { isBegun, status }: Step): void {
  if (typeof id !== 'string') return
  if (ENDED.has(status)) open.delete(id)
  else if (isBegun) open.add(id)
}
