/** The agent shortens its memory of the conversation, from the announcement to the end. Cannot be left open. */

import type { ContentBlock } from './definition.js'
import type { CompactionChange, Spelling, Update } from './spelling.js'

/** How a compaction is told to the client. */
export interface CompactionTeller {
  readonly spelling: Spelling
  tell(update: Update): Promise<void> | undefined
  /** Whether what is left open was called off. */
  isCancelled(): boolean
  onEnd(compaction: Compaction): void
}

/** A compaction under way; disposal marks it failed, or cancelled with its turn, if it was not ended. */
export class Compaction implements AsyncDisposable {
  readonly id: string
  readonly #teller: CompactionTeller
  #isOpen = true

  constructor(id: string, teller: CompactionTeller) {
    this.id = id
    this.#teller = teller
    void this.#change({ compactionId: id, status: 'in_progress' })
  }

  /** Adds to the summary while it is being written. */
  append(content: string | ContentBlock): Promise<void> | undefined {
    this.#demandOpen()
    return this.#pass(this.#teller.spelling.compactionChunk(this.id, toBlock(content)))
  }

  /** Ends it well; a summary given here replaces what was appended. */
  complete(summary?: string | readonly ContentBlock[]): Promise<void> | undefined {
    const blocks = typeof summary === 'string' ? [toBlock(summary)] : summary
    return this.#end({ compactionId: this.id, status: 'completed', summary: blocks })
  }

  /** Ends it badly. */
  fail(error: string): Promise<void> | undefined {
    return this.#end({ compactionId: this.id, status: 'failed', error })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#isOpen) return
    if (!this.#teller.isCancelled()) return this.fail('The compaction was left unfinished.')
    return this.#end({ compactionId: this.id, status: 'cancelled' })
  }

  #end(change: CompactionChange): Promise<void> | undefined {
    this.#demandOpen()
    this.#isOpen = false
    this.#teller.onEnd(this)
    return this.#change(change)
  }

  #change(change: CompactionChange): Promise<void> | undefined {
    return this.#pass(this.#teller.spelling.compaction(change))
  }

  /** A client that takes no compactions is told nothing. */
  #pass(update: Update | undefined): Promise<void> | undefined {
    return update === undefined ? undefined : this.#teller.tell(update)
  }

  #demandOpen(): void {
    if (!this.#isOpen) throw new Error('the compaction is over')
  }
}

function toBlock(content: string | ContentBlock): ContentBlock {
  return typeof content === 'string' ? { type: 'text', text: content } : content
}
