/** What a run will be reported as: the last message, the calls, what was decided, what was changed and what it cost. Bounded. */

import { changedFiles, type ThreadUpdate, type ThreadVersion, type ToolCall } from '@parley/acp/thread'
import { CallBook, type CallView } from './call-book.js'
import type {
  AgentNote,
  CallNote,
  ErrorNote,
  PermissionNote,
  Report,
  RunEvent,
  Update,
  UsageNote,
} from './event.js'

const MOST_CHARACTERS = 4 * 1024 * 1024
const MOST_PIECES = 4_096
const MOST_CALLS = 1_000
const MOST_CHANGES = 1_000
const MOST_PERMISSIONS = 1_000

/** How a run ended. */
export interface Ending extends Pick<Report, 'exitCode' | 'stopReason'> {
  readonly error?: ErrorNote | undefined
  readonly tokens?: unknown
}

export class Ledger {
  readonly #startedAt: number
  #cwd: string
  #agent: AgentNote
  #sessionId: string | undefined
  #book = new CallBook(1)
  #pieces: string[] = []
  #characters = 0
  #messageId: unknown
  #isMessageOver = true
  #isCut = false
  #usage: UsageNote | undefined
  readonly #calls = new Map<string, CallNote>()
  readonly #changes = new Map<string, { path: string; added: number; removed: number }>()
  readonly #permissions: PermissionNote[] = []

  constructor(agentId: string, cwd: string, now: number) {
    this.#agent = { id: agentId }
    this.#cwd = cwd
    this.#startedAt = now
  }

  get usage(): UsageNote | undefined {
    return this.#usage
  }

  get denied(): readonly PermissionNote[] {
    return this.#permissions.filter(({ decision }) => decision === 'deny')
  }

  note(event: RunEvent, now: number): void {
    switch (event.type) {
      case 'start':
        this.#agent = event.agent
        this.#sessionId = event.sessionId
        this.#cwd = event.cwd
        this.#book = new CallBook(event.protocolVersion as ThreadVersion)
        return
      case 'update':
        return this.#noteUpdate(event.update, now)
      case 'permission':
        if (this.#permissions.length < MOST_PERMISSIONS) this.#permissions.push(event.permission)
        else this.#isCut = true
    }
  }

  report({ exitCode, stopReason, error, tokens }: Ending, now: number): Report {
    const usage = tokens === undefined || tokens === null ? this.#usage : { ...this.#usage, tokens }
    return {
      agent: this.#agent,
      sessionId: this.#sessionId ?? null,
      cwd: this.#cwd,
      stopReason,
      exitCode,
      text: this.#pieces.join(''),
      isCut: this.#isCut,
      toolCalls: [...this.#calls.values()],
      permissions: this.#permissions,
      changes: [...this.#changes.values()],
      usage: usage ?? null,
      error: error ?? null,
      durationMs: Math.round(now - this.#startedAt),
    }
  }

  #noteUpdate(update: Update, now: number): void {
    switch (update.sessionUpdate) {
      case 'agent_message_chunk':
        return this.#hear(update.content, 'messageId' in update ? update.messageId : undefined)
      case 'agent_message':
        this.#isMessageOver = true
        for (const block of update.content ?? []) this.#hear(block, update.messageId)
        return
      case 'usage_update':
        this.#usage = { used: update.used, size: update.size, cost: update.cost ?? this.#usage?.cost }
        return
      case 'tool_call':
      case 'tool_call_update':
      case 'tool_call_content_chunk': {
        this.#isMessageOver = true
        const view = this.#book.fold(update as ThreadUpdate, now)
        if (view !== undefined) this.#noteCall(view)
      }
    }
  }

  #hear(block: unknown, messageId: unknown): void {
    const text = textIn(block)
    if (this.#isMessageOver || messageId !== this.#messageId) {
      this.#pieces = []
      this.#characters = 0
    }
    this.#isMessageOver = false
    this.#messageId = messageId
    if (this.#characters + text.length > MOST_CHARACTERS) this.#isCut = true
    else this.#keep(text)
    this.#characters += text.length
  }

  /** Joined now and then: a million pieces of a letter each take more room than the text. */
  #keep(text: string): void {
    this.#pieces.push(text)
    if (this.#pieces.length > MOST_PIECES) this.#pieces = [this.#pieces.join('')]
  }

  #noteCall({ call, isEnding, thread }: CallView): void {
    if (!this.#calls.has(call.toolCallId) && this.#calls.size >= MOST_CALLS) this.#isCut = true
    else this.#calls.set(call.toolCallId, toNote(call))
    if (!isEnding || call.status !== 'completed') return
    for (const { path, added, removed } of changedFiles(thread)) {
      const known = this.#changes.get(path)
      if (known === undefined && this.#changes.size >= MOST_CHANGES) {
        this.#isCut = true
        return
      }
      const before = known ?? { added: 0, removed: 0 }
      this.#changes.set(path, { path, added: before.added + added, removed: before.removed + removed })
    }
  }
}

export function textIn(block: unknown): string {
  if (typeof block !== 'object' || block === null || !('type' in block) || block.type !== 'text') return ''
  return 'text' in block && typeof block.text === 'string' ? block.text : ''
}

/** The steps of a plan, in either version; none where it is a text or a file. */
export function entriesIn(update: object): readonly { readonly content: string; readonly status: string }[] {
  const { entries, plan }: Readonly<Record<string, unknown>> = { ...update }
  const all: unknown = entries ?? Object(plan).entries
  return Array.isArray(all) ? all.filter(isEntry) : []
}

const isEntry = (value: unknown): value is { readonly content: string; readonly status: string } =>
  typeof Object(value).content === 'string' && typeof Object(value).status === 'string'

export function toNote({ toolCallId, title, toolKind, status, locations }: ToolCall): CallNote {
  return {
    id: toolCallId,
    title: title ?? '',
    kind: toolKind,
    status,
    locations: locations.map(({ path, line }) => ({ path, ...(typeof line === 'number' && { line }) })),
  }
}
