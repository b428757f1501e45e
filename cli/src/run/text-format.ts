/** A run as a conversation that people read while it goes on. Decides what is shown when; how it looks is decided in `render/`. */

import { sanitizeForDisplay } from '@parley/acp/guard'
import type { ThreadUpdate, ThreadVersion } from '@parley/acp/thread'
import { CallView as CallPainter } from '../render/call-view.js'
import { toTitle } from '../render/lines.js'
import type { Output } from '../render/output.js'
import { type Palette, palette } from '../render/palette.js'
import { type PlanEntry, viewPlan } from '../render/plan-view.js'
import { Prose } from '../render/prose.js'
import { CallBook, type CallView } from './call-book.js'
import type { Format, PermissionNote, Report, RunEvent, Update } from './event.js'
import { entriesIn, textIn } from './ledger.js'
import { TerminalBook } from './terminal-book.js'

export interface TextMeans {
  readonly output: Output
  readonly isColoured: boolean
  readonly aside: (text: string) => void
  readonly now: () => number
}

// What is over sooner needs no line that says it has begun.
const PATIENCE_MILLISECONDS = 400

export class TextFormat implements Format {
  readonly #means: TextMeans
  readonly #paint: Palette
  readonly #prose: Prose
  readonly #painter: CallPainter
  readonly #terminals = new TerminalBook()
  readonly #waiting = new Map<string, NodeJS.Timeout>()
  #book = new CallBook(1)
  #cwd = ''
  #plan: readonly string[] = []
  /** The message whose pieces came last. */
  #messageId: unknown

  constructor(means: TextMeans) {
    this.#means = means
    this.#paint = palette(means.isColoured)
    this.#prose = new Prose(this.#paint, means.isColoured)
    this.#painter = new CallPainter(
      this.#paint,
      id => this.#terminals.of(id),
      path => this.#toPlace(path),
    )
  }

  show(event: RunEvent): Promise<void> | undefined {
    switch (event.type) {
      case 'start':
        this.#book = new CallBook(event.protocolVersion as ThreadVersion)
        this.#cwd = event.cwd
        return undefined
      case 'update':
        return this.#update(event.update)
      case 'permission':
        return this.#permission(event.permission)
      case 'output':
        return void this.#terminals.append(event.terminalId, event.text)
      case 'exit':
        return void this.#terminals.end(event.terminalId, event.exit)
      case 'warning':
        return this.#block([this.#paint('warning', `! ${sanitizeForDisplay(event.message)}`)])
      case 'end':
        return this.#end(event.report)
    }
  }

  #update(update: Update): Promise<void> | undefined {
    switch (update.sessionUpdate) {
      case 'agent_message_chunk':
      case 'agent_thought_chunk':
        this.#noteMessage('messageId' in update ? update.messageId : undefined)
        return this.#say(
          update.sessionUpdate === 'agent_message_chunk' ? 'answer' : 'thought',
          update.content,
        )
      case 'agent_message':
      case 'agent_thought':
        return this.#sayAll(update)
      case 'tool_call':
      case 'tool_call_update':
      case 'tool_call_content_chunk':
        return this.#call(this.#book.fold(update as ThreadUpdate, this.#means.now()))
      case 'plan':
      case 'plan_update':
        return this.#showPlan(entriesIn(update))
      case 'terminal_update': {
        const { exitCode, signal }: { readonly exitCode?: unknown; readonly signal?: unknown } = Object(
          update.exitStatus,
        )
        if (exitCode === undefined && signal === undefined) return undefined
        return void this.#terminals.end(update.terminalId, `exit code ${String(exitCode ?? signal)}`)
      }
      case 'terminal_output_chunk':
        return void this.#terminals.append(
          update.terminalId,
          Buffer.from(update.data, 'base64').toString('utf8'),
        )
      case 'notice': {
        const { severity, title, description } = update
        const more = typeof description === 'string' ? `: ${description}` : ''
        return this.#block([this.#paint('warning', `! ${toTitle(`${severity}: ${title}${more}`, 500)}`)])
      }
      case 'current_mode_update':
        return this.#block([this.#paint('muted', `mode: ${toTitle(update.currentModeId)}`)])
      default:
        return undefined
    }
  }

  #say(voice: 'answer' | 'thought', block: unknown): Promise<void> | undefined {
    const text = textIn(block)
    if (text !== '') return this.#means.output.write(this.#prose.say(voice, sanitizeForDisplay(text)))
    const described = describeBlock(block)
    return described === '' ? undefined : this.#block([this.#paint('muted', described)])
  }

  /** Another message of the same voice is a paragraph of its own. */
  #noteMessage(messageId: unknown): void {
    if (messageId === this.#messageId) return
    if (this.#messageId !== undefined) void this.#means.output.write(this.#prose.close())
    this.#messageId = messageId
  }

  /** A whole message (version 2). Where its pieces were shown, it holds nothing new. */
  #sayAll(
    update: Extract<Update, { sessionUpdate: 'agent_message' | 'agent_thought' }>,
  ): Promise<void> | undefined {
    if (update.messageId === this.#messageId) return undefined
    const voice = update.sessionUpdate === 'agent_message' ? 'answer' : 'thought'
    let room: Promise<void> | undefined
    for (const block of update.content ?? []) room = this.#say(voice, block) ?? room
    return room
  }

  #call(view: CallView | undefined): Promise<void> | undefined {
    if (view === undefined) return undefined
    const { call, isNew, isEnding } = view
    const id = call.toolCallId
    if (isEnding) {
      clearTimeout(this.#waiting.get(id))
      this.#waiting.delete(id)
      return this.#block(this.#painter.ended(view))
    }
    if (!isNew) return undefined
    const timer = setTimeout(() => this.#begun(id, view), PATIENCE_MILLISECONDS)
    this.#waiting.set(id, timer)
    return undefined
  }

  #begun(id: string, view: CallView): void {
    this.#waiting.delete(id)
    void this.#block(this.#painter.begun(view))
  }

  /** Of a plan that was shown before only what has changed is shown. */
  #showPlan(entries: readonly PlanEntry[]): Promise<void> | undefined {
    const [head = '', ...lines] = viewPlan(entries, this.#paint)
    const changed =
      lines.length === this.#plan.length ? lines.filter(line => !this.#plan.includes(line)) : lines
    this.#plan = lines
    return changed.length === 0 ? undefined : this.#block([head, ...changed])
  }

  #permission({ decision, title, by }: PermissionNote): Promise<void> | undefined {
    if (by === 'pass:edit') return undefined
    const what = toTitle(title, 300)
    if (decision === 'cancelled') return this.#block([`  ${this.#paint('bad', '⊘')} not answered: ${what}`])
    const glyph = decision === 'allow' ? this.#paint('good', '✓ allowed') : this.#paint('bad', '⊘ denied')
    const line = `${glyph} by ${toTitle(by)}: ${what}`
    return this.#block([`  ${line}`])
  }

  #end({ usage, changes }: Report): Promise<void> | undefined {
    for (const timer of this.#waiting.values()) clearTimeout(timer)
    this.#waiting.clear()
    const room = this.#means.output.write(this.#prose.close())
    const parts = [
      ...(changes.length === 0 ? [] : [toChanged(changes)]),
      ...(usage?.size === undefined ? [] : [`context ${usage.used} of ${usage.size}`]),
      ...(usage?.cost === undefined
        ? []
        : [`cost ${usage.cost.amount.toFixed(4)} ${toTitle(usage.cost.currency, 8)}`]),
    ]
    if (parts.length > 0) this.#means.aside(parts.join(' · '))
    return room
  }

  /** Paths are shown from the working directory on. */
  #toPlace(path: string): string {
    return this.#cwd !== '' && path.startsWith(`${this.#cwd}/`) ? path.slice(this.#cwd.length + 1) : path
  }

  #block(lines: readonly string[]): Promise<void> | undefined {
    return this.#means.output.write(this.#prose.block(lines))
  }
}

function toChanged(changes: Report['changes']): string {
  const [added, removed] = changes.reduce(
    ([plus, minus], each) => [plus + each.added, minus + each.removed],
    [0, 0],
  )
  return `${changes.length} ${changes.length === 1 ? 'file' : 'files'} changed, +${added} −${removed}`
}

/** What is not text, in a few words. */
export function describeBlock(block: unknown): string {
  if (typeof block !== 'object' || block === null || !('type' in block)) return ''
  const fields: Readonly<Record<string, unknown>> = { ...block }
  const word = (value: unknown): string => (typeof value === 'string' ? ` ${toTitle(value)}` : '')
  switch (fields.type) {
    case 'text':
      return ''
    case 'image':
    case 'audio':
      return `[${fields.type}${word(fields.mimeType)}]`
    case 'resource_link':
      return `[link${word(fields.uri)}]`
    case 'resource':
      return `[resource${word(Object(fields.resource).uri)}]`
    default:
      return `[${toTitle(String(fields.type))}]`
  }
}
