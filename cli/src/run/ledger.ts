/** What a run will be reported as: the last message, the calls, what was decided, what was changed and what it cost. Bounded. */

import { changedFiles, type ToolCall } from '@parley/acp/thread'
import type { CallNews } from './call-book.js'
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
const MOST_DENIED = 10

/** What was not allowed: how often, and the first of it. */
export interface Denied {
  readonly count: number
  readonly first: readonly PermissionNote[]
}

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
  #pieces: string[] = []
  #characters = 0
  #messageId: unknown
  #isMessageOver = true
  #isCut = false
  #isTextCut = false
  #denials = 0
  readonly #denied: PermissionNote[] = []
  #usage: UsageNote | undefined
  readonly #calls = new Map<string, CallNote>()
  readonly #changes = new Map<string, Changed>()
  /** What this side wrote itself counts as it was written, not as an agent tells it. */
  readonly #written = new Set<string>()
  readonly #permissions: PermissionNote[] = []

  constructor(agentId: string, cwd: string, now: number) {
    this.#agent = { id: agentId }
    this.#cwd = cwd
    this.#startedAt = now
  }

  get usage(): UsageNote | undefined {
    return this.#usage
  }

  get denied(): Denied {
    return { count: this.#denials, first: this.#denied }
  }

  /** The last message was longer than what is kept of it. */
  get isTextCut(): boolean {
    return this.#isTextCut
  }

  note(event: RunEvent): void {
    switch (event.type) {
      case 'start':
        this.#agent = event.agent
        this.#sessionId = event.sessionId
        this.#cwd = event.cwd
        return
      case 'update':
        return this.#noteUpdate(event.update, event.call)
      case 'permission':
        return this.#notePermission(event.permission)
      case 'written':
        this.#written.add(event.path)
        return this.#noteChange(event)
    }
  }

  /** A question that nobody answered was not allowed, either. */
  #notePermission(permission: PermissionNote): void {
    if (permission.decision !== 'allow') {
      this.#denials++
      if (this.#denied.length < MOST_DENIED) this.#denied.push(permission)
    }
    if (this.#permissions.length < MOST_PERMISSIONS) this.#permissions.push(permission)
    else this.#isCut = true
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
      isCut: this.#isCut || this.#isTextCut,
      toolCalls: [...this.#calls.values()],
      permissions: this.#permissions,
      changes: [...this.#changes.values()],
      usage: usage ?? null,
      error: error ?? null,
      durationMs: Math.round(now - this.#startedAt),
    }
  }

  #noteUpdate(update: Update, call: CallNews | undefined): void {
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
      case 'tool_call_content_chunk':
        this.#isMessageOver = true
        if (call !== undefined) this.#noteCall(call)
    }
  }

  #hear(block: unknown, messageId: unknown): void {
    const text = textIn(block)
    if (this.#isMessageOver || messageId !== this.#messageId) {
      this.#pieces = []
      this.#characters = 0
      this.#isTextCut = false
    }
    this.#isMessageOver = false
    this.#messageId = messageId
    if (this.#isTextCut) return
    const room = MOST_CHARACTERS - this.#characters
    this.#isTextCut = text.length > room
    // Never half of a character that takes two places.
    this.#keep(this.#isTextCut ? text.slice(0, room).replace(/[\uD800-\uDBFF]$/, '') : text)
    this.#characters += text.length
  }

  /** Joined now and then: a million pieces of a letter each take more room than the text. */
  #keep(text: string): void {
    this.#pieces.push(text)
    if (this.#pieces.length > MOST_PIECES) this.#pieces = [this.#pieces.join('')]
  }

  #noteCall({ call, isEnding, thread }: CallNews): void {
    if (!this.#calls.has(call.toolCallId) && this.#calls.size >= MOST_CALLS) this.#isCut = true
    else this.#calls.set(call.toolCallId, toNote(call))
    if (!isEnding || call.status !== 'completed') return
    for (const change of changedFiles(thread)) if (!this.#written.has(change.path)) this.#noteChange(change)
  }

  #noteChange({ path, added, removed }: Changed): void {
    const known = this.#changes.get(path)
    if (known === undefined && this.#changes.size >= MOST_CHANGES) {
      this.#isCut = true
      return
    }
    const before = known ?? { added: 0, removed: 0 }
    this.#changes.set(path, { path, added: before.added + added, removed: before.removed + removed })
  }
}

type Changed = Report['changes'][number]

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
