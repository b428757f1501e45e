/** What is known of each tool call now, and since when. Holds a bounded number of them, and of those that are over nothing large. */

import {
  emptyThread,
  reduce,
  type Thread,
  type ThreadUpdate,
  type ThreadVersion,
  type ToolCall,
  toolCallOf,
} from '@parley/acp/thread'

/** A tool call after an update. */
export interface CallNews {
  readonly call: ToolCall
  readonly isNew: boolean
  /** It came to its end with this update. */
  readonly isEnding: boolean
  /** Milliseconds since it was first heard of. */
  readonly age: number
  /** The same call as a conversation of its own. */
  readonly thread: Thread
}

interface Page {
  thread: Thread
  readonly since: number
  isOver: boolean
}

const MOST_CALLS = 1_000
const ENDS = new Set(['completed', 'failed', 'cancelled'])

export class CallBook {
  readonly #version: ThreadVersion
  readonly #pages = new Map<string, Page>()

  constructor(version: ThreadVersion) {
    this.#version = version
  }

  /** The call that an update is about; nothing where it is about none. */
  fold(update: ThreadUpdate, now: number): CallNews | undefined {
    const id = 'toolCallId' in update && typeof update.toolCallId === 'string' ? update.toolCallId : undefined
    if (id === undefined) return undefined
    const known = this.#pages.get(id)
    const page = known ?? { thread: emptyThread(this.#version), since: now, isOver: false }
    page.thread = reduce(page.thread, update)
    const call = toolCallOf(page.thread, id)
    if (call === undefined) return undefined
    const isOver = ENDS.has(call.status)
    const view = {
      call,
      isNew: known === undefined,
      isEnding: isOver && !page.isOver,
      age: now - page.since,
      thread: page.thread,
    }
    page.isOver = isOver
    if (isOver) page.thread = withoutMatter(page.thread, id)
    if (known === undefined) this.#add(id, page)
    return view
  }

  #add(id: string, page: Page): void {
    this.#pages.set(id, page)
    if (this.#pages.size <= MOST_CALLS) return
    const oldest = this.#findOver() ?? this.#pages.keys().next().value
    if (oldest !== undefined) this.#pages.delete(oldest)
  }

  #findOver(): string | undefined {
    for (const [id, { isOver }] of this.#pages) if (isOver) return id
    return undefined
  }
}

/** What a call showed and was given is not needed once it was told. */
const withoutMatter = (thread: Thread, toolCallId: string): Thread =>
  reduce(thread, {
    ...{ sessionUpdate: 'tool_call_update', toolCallId },
    ...{ content: [], rawInput: {}, rawOutput: {} },
  })
