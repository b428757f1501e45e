/** One thing the agent does, from its announcement to its end. Cannot be left open: disposal marks it failed. */

import type { v1 } from '../schema/index.js'
import type { ContentBlock } from './definition.js'

/** What a tool call shows: text, a content block, or a diff or terminal of version 1. */
export type ToolContent = string | ContentBlock | v1.ToolCallContent

/** What is said of a tool call when it begins. */
export interface ToolCallStart {
  readonly title: string
  readonly kind?: v1.ToolKind | undefined
  readonly locations?: readonly v1.ToolCallLocation[] | undefined
  readonly rawInput?: unknown
}

/** What may change while it runs. */
export interface ToolCallChange {
  readonly status?: v1.ToolCallStatus
  readonly title?: string | undefined
  readonly content?: readonly v1.ToolCallContent[] | undefined
  readonly locations?: readonly v1.ToolCallLocation[] | undefined
  readonly rawOutput?: unknown
}

/** How a tool call is told to the client; a version's own way of writing it. */
export interface ToolCallTeller {
  begin(toolCallId: string, start: ToolCallStart): Promise<void> | undefined
  change(toolCallId: string, change: ToolCallChange): Promise<void> | undefined
}

type Content = ToolContent | readonly ToolContent[]

/** A thing being done, as the client sees it. */
export class ToolCall implements AsyncDisposable {
  readonly id: string
  readonly title: string
  readonly kind: v1.ToolKind | undefined
  readonly #teller: ToolCallTeller
  #status: v1.ToolCallStatus = 'pending'

  constructor(id: string, start: ToolCallStart, teller: ToolCallTeller) {
    this.id = id
    this.title = start.title
    this.kind = start.kind
    this.#teller = teller
    void teller.begin(this.id, start)
  }

  get status(): v1.ToolCallStatus {
    return this.#status
  }

  /** Neither completed nor failed yet. */
  get isOpen(): boolean {
    return this.#status === 'pending' || this.#status === 'in_progress'
  }

  /** Says that work has begun, and what there is to show so far. */
  progress(
    content?: Content,
    change: Omit<ToolCallChange, 'status' | 'content'> = {},
  ): Promise<void> | undefined {
    return this.#move('in_progress', content, change)
  }

  /** Ends it well. */
  complete(
    content?: Content,
    change: Omit<ToolCallChange, 'status' | 'content'> = {},
  ): Promise<void> | undefined {
    return this.#move('completed', content, change)
  }

  /** Ends it badly: the content says why. */
  fail(
    content?: Content,
    change: Omit<ToolCallChange, 'status' | 'content'> = {},
  ): Promise<void> | undefined {
    return this.#move('failed', content, change)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.isOpen) await this.fail('This tool call was left unfinished.')
  }

  #move(
    status: v1.ToolCallStatus,
    content: Content | undefined,
    change: ToolCallChange,
  ): Promise<void> | undefined {
    if (!this.isOpen) throw new Error(`the tool call "${this.title}" is already ${this.#status}`)
    this.#status = status
    return this.#teller.change(this.id, {
      ...change,
      status,
      ...(content === undefined ? {} : { content: toContent(content) }),
    })
  }
}

function toContent(content: Content): readonly v1.ToolCallContent[] {
  return isList(content) ? content.map(toOne) : [toOne(content)]
}

function isList(content: Content): content is readonly ToolContent[] {
  return Array.isArray(content)
}

function toOne(content: ToolContent): v1.ToolCallContent {
  if (typeof content === 'string') return { type: 'content', content: { type: 'text', text: content } }
  if (content.type === 'content' || content.type === 'diff' || content.type === 'terminal') return content
  return { type: 'content', content }
}
