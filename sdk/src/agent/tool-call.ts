/** One thing the agent does, from its announcement to its end. Cannot be left open: disposal marks it failed. */

import type { v1 } from '../schema/index.js'
import { defined } from './defined.js'
import type { ContentBlock } from './definition.js'
import type { PermissionSubject, TerminalHandle } from './means.js'

/** What a tool call shows: text, a content block, a diff, or a terminal. */
export type ToolContent = string | ContentBlock | v1.ToolCallContent | TerminalHandle

/** What is said of a tool call when it begins. */
export interface ToolCallStart {
  readonly title: string
  readonly kind?: v1.ToolKind | undefined
  readonly locations?: readonly v1.ToolCallLocation[] | undefined
  readonly rawInput?: unknown
}

/** What may change while it runs. */
export interface ToolCallChange {
  /** `cancelled` is told as `failed` where the version has no such word. */
  readonly status?: v1.ToolCallStatus | 'cancelled'
  readonly title?: string | undefined
  readonly content?: readonly v1.ToolCallContent[] | undefined
  readonly locations?: readonly v1.ToolCallLocation[] | undefined
  readonly rawOutput?: unknown
}

/** How a tool call is told to the client; a version's own way of writing it. */
export interface ToolCallTeller {
  begin(toolCallId: string, start: ToolCallStart): Promise<void> | undefined
  change(toolCallId: string, change: ToolCallChange): Promise<void> | undefined
  /** Whether a terminal has been given back: it can no longer be shown. */
  isReleased(terminalId: string): boolean
  /** Whether what is left open was called off. */
  isCancelled(): boolean
  /** It was completed, or it failed. */
  onEnd(call: ToolCall): void
}

type Content = ToolContent | readonly ToolContent[]
type Details = Omit<ToolCallChange, 'status' | 'content'>

/** A thing being done, as the client sees it. Disposal marks it failed if it was not ended. */
export interface ToolCall extends AsyncDisposable {
  readonly id: string
  readonly title: string
  readonly kind: v1.ToolKind | undefined
  readonly status: v1.ToolCallStatus
  /** Neither completed nor failed yet. */
  readonly isOpen: boolean
  /** Says that work has begun, and what there is to show so far. */
  progress(content?: Content, details?: Details): Promise<void> | undefined
  /** Ends it well. */
  complete(content?: Content, details?: Details): Promise<void> | undefined
  /** Ends it badly: the content says why. */
  fail(content?: Content, details?: Details): Promise<void> | undefined
  /** Shows something else, whatever its status; also after its end, until the turn is over. */
  show(content: Content, details?: Details): Promise<void> | undefined
}

export class ToolCallInProgress implements ToolCall {
  readonly id: string
  readonly title: string
  readonly kind: v1.ToolKind | undefined
  readonly #teller: ToolCallTeller
  readonly #start: ToolCallStart
  #status: v1.ToolCallStatus = 'pending'
  #content: readonly v1.ToolCallContent[] | undefined

  constructor(id: string, start: ToolCallStart, teller: ToolCallTeller) {
    this.id = id
    this.title = start.title
    this.kind = start.kind
    this.#teller = teller
    this.#start = start
    void teller.begin(this.id, start)
  }

  get status(): v1.ToolCallStatus {
    return this.#status
  }

  /** All that a user who is asked about it can be shown. */
  get subject(): PermissionSubject {
    const { locations, rawInput } = this.#start
    const shown = defined({ kind: this.kind, content: this.#content, locations, rawInput })
    return { toolCallId: this.id, title: this.title, ...shown }
  }

  get isOpen(): boolean {
    return this.#status === 'pending' || this.#status === 'in_progress'
  }

  progress(content?: Content, details?: Details): Promise<void> | undefined {
    return this.#move('in_progress', content, details)
  }

  complete(content?: Content, details?: Details): Promise<void> | undefined {
    return this.#move('completed', content, details)
  }

  fail(content?: Content, details?: Details): Promise<void> | undefined {
    return this.#move('failed', content, details)
  }

  show(content: Content, details?: Details): Promise<void> | undefined {
    return this.#teller.change(this.id, { ...details, content: this.#toContent(content) })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.isOpen) return
    if (!this.#teller.isCancelled()) return this.fail('This tool call was left unfinished.')
    this.#settle('failed')
    return this.#teller.change(this.id, { status: 'cancelled' })
  }

  #move(
    status: v1.ToolCallStatus,
    content: Content | undefined,
    details: Details | undefined,
  ): Promise<void> | undefined {
    if (!this.isOpen) throw new Error(`the tool call "${this.title}" is already ${this.#status}`)
    const shown = content === undefined ? {} : { content: this.#toContent(content) }
    this.#settle(status)
    return this.#teller.change(this.id, { ...details, status, ...shown })
  }

  #settle(status: v1.ToolCallStatus): void {
    this.#status = status
    if (!this.isOpen) this.#teller.onEnd(this)
  }

  #toContent(content: Content): readonly v1.ToolCallContent[] {
    const shown = isList(content) ? content.map(toOne) : [toOne(content)]
    for (const each of shown)
      if (each.type === 'terminal' && this.#teller.isReleased(each.terminalId))
        throw new Error('a terminal that has been released cannot be shown')
    this.#content = shown
    return shown
  }
}

/** A change of a file to show in a tool call; without `from` the file is new. */
export function diff(
  path: string,
  texts: { readonly from?: string | undefined; readonly to: string },
): v1.ToolCallContent {
  return { type: 'diff', path, oldText: texts.from ?? null, newText: texts.to }
}

function isList(content: Content): content is readonly ToolContent[] {
  return Array.isArray(content)
}

function toOne(content: ToolContent): v1.ToolCallContent {
  if (typeof content === 'string') return { type: 'content', content: { type: 'text', text: content } }
  if ('release' in content) return { type: 'terminal', terminalId: content.id }
  if (content.type === 'content' || content.type === 'diff' || content.type === 'terminal') return content
  return { type: 'content', content }
}
