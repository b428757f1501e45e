/** A run as a conversation that people read while it goes on. Decides what is shown when; how it looks is decided in `render/`. */

import { createHash } from 'node:crypto'
import { sanitizeForDisplay } from '@parley/acp/guard'
import { CallPainter } from '../render/call-painter.js'
import { toAmount, toTitle } from '../render/lines.js'
import type { Output } from '../render/output.js'
import { type Palette, palette } from '../render/palette.js'
import { type PlanEntry, viewPlan } from '../render/plan-view.js'
import { Prose } from '../render/prose.js'
import { describeBlock } from './block-words.js'
import type { Format, PermissionNote, Report, RunEvent, Update } from './event.js'
import { entriesIn, textIn } from './ledger.js'
import { LiveCalls } from './live-calls.js'
import { MessageBook } from './message-book.js'
import { TerminalBook } from './terminal-book.js'

export interface TextMeans {
  readonly output: Pick<Output, 'write'>
  readonly isColoured: boolean
  readonly isVerbose: boolean
  readonly aside: (text: string) => void
  /** Where faults go that happen while nobody waits. */
  readonly fail: (error: unknown) => void
}

type Room = Promise<void> | undefined

const MOST_SEEN = 1_000
// What was asked about and answered is not told again when it happens.
const ANSWERED_BEFORE = new Set(['pass:edit', 'pass:command'])

export class TextFormat implements Format {
  readonly #means: TextMeans
  readonly #paint: Palette
  readonly #prose: Prose
  readonly #terminals = new TerminalBook()
  readonly #calls: LiveCalls
  readonly #messages = new MessageBook()
  /** Changes that were shown. */
  readonly #seen = new Set<string>()
  #cwd = ''
  #plan: readonly string[] = []

  constructor(means: TextMeans) {
    this.#means = means
    this.#paint = palette(means.isColoured)
    this.#prose = new Prose(this.#paint, means.isColoured)
    const painter = new CallPainter({
      paint: this.#paint,
      toPlace: path => this.#toPlace(path),
      isSeen: (path, newText) => this.#isSeen(path, newText),
      isVerbose: means.isVerbose,
    })
    this.#calls = new LiveCalls({
      painter,
      terminals: this.#terminals,
      write: lines => this.#write(lines),
      fail: means.fail,
    })
  }

  show(event: RunEvent): Room {
    switch (event.type) {
      case 'start':
        this.#cwd = event.cwd
        return undefined
      case 'update':
        return event.call === undefined ? this.#update(event.update) : this.#calls.take(event.call)
      case 'permission':
        return this.#permission(event.permission)
      case 'question':
        for (const { path, newText } of event.changes) if (newText !== undefined) this.#isSeen(path, newText)
        return this.#means.output.write(this.#prose.close())
      case 'output':
        return this.#printed(event.terminalId, event.text)
      case 'exit':
        return void this.#terminals.end(event.terminalId, event.exit)
      case 'warning':
        return this.#block([this.#paint('warning', `! ${sanitizeForDisplay(event.message)}`)])
      case 'written':
        return undefined
      case 'end':
        return this.#end(event.report)
    }
  }

  #update(update: Update): Room {
    switch (update.sessionUpdate) {
      case 'agent_message_chunk':
      case 'agent_thought_chunk':
        return this.#hear(update)
      case 'agent_message':
      case 'agent_thought':
        return this.#hearAll(update)
      case 'plan':
      case 'plan_update':
        return this.#showPlan(entriesIn(update))
      case 'terminal_update':
        return this.#noteExit(update.terminalId, Object(update.exitStatus))
      case 'terminal_output_chunk':
        return this.#printed(update.terminalId, Buffer.from(update.data, 'base64').toString('utf8'))
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

  #noteExit(terminalId: string, { exitCode, signal }: { exitCode?: unknown; signal?: unknown }): Room {
    if (typeof signal === 'string') this.#terminals.end(terminalId, `ended by ${toTitle(signal, 20)}`)
    else if (typeof exitCode === 'number') this.#terminals.end(terminalId, `exit code ${exitCode}`)
    return undefined
  }

  #printed(terminalId: string, text: string): Room {
    this.#terminals.append(terminalId, text)
    return this.#calls.printed(terminalId)
  }

  #hear(update: Extract<Update, { sessionUpdate: 'agent_message_chunk' | 'agent_thought_chunk' }>): Room {
    const isNext = this.#messages.piece('messageId' in update ? update.messageId : undefined, update.content)
    // Another message of the same voice is a paragraph of its own.
    const end = isNext ? this.#means.output.write(this.#prose.close()) : undefined
    const voice = update.sessionUpdate === 'agent_message_chunk' ? 'answer' : 'thought'
    return this.#say(voice, update.content) ?? end
  }

  /** A whole message (version 2). Of what was shown in pieces only the rest is new. */
  #hearAll(update: Extract<Update, { sessionUpdate: 'agent_message' | 'agent_thought' }>): Room {
    const voice = update.sessionUpdate === 'agent_message' ? 'answer' : 'thought'
    const { isNext, blocks } = this.#messages.whole(update.messageId, update.content ?? [])
    let room = isNext ? this.#means.output.write(this.#prose.close()) : undefined
    for (const block of blocks) room = this.#say(voice, block) ?? room
    return room
  }

  #say(voice: 'answer' | 'thought', block: unknown): Room {
    const text = textIn(block)
    const described = text === '' ? describeBlock(block) : ''
    if (described !== '') return this.#block([this.#paint('muted', described)])
    this.#calls.interrupt()
    return this.#means.output.write(this.#prose.say(voice, sanitizeForDisplay(text)))
  }

  /** Of a plan that was shown before only what has changed is shown. */
  #showPlan(entries: readonly PlanEntry[]): Room {
    const lines = viewPlan(entries, this.#paint)
    const isFirst = this.#plan.length === 0
    const changed = lines.filter(line => !this.#plan.includes(line))
    this.#plan = lines
    if (changed.length === 0) return undefined
    return this.#block(isFirst ? [this.#paint('strong', 'plan'), ...changed] : changed)
  }

  #permission({ decision, title, by }: PermissionNote): Room {
    if (ANSWERED_BEFORE.has(by)) return undefined
    const what = toTitle(title, 300)
    if (decision === 'cancelled') return this.#block([`  ${this.#paint('bad', '⊘')} not answered: ${what}`])
    const glyph = decision === 'allow' ? this.#paint('good', '✓ allowed') : this.#paint('bad', '⊘ denied')
    return this.#block([`  ${glyph} by ${toTitle(by)}: ${what}`])
  }

  #end({ usage, changes }: Report): Room {
    this.#calls.close()
    const room = this.#means.output.write(this.#prose.close())
    const cost = toAmount(usage?.cost?.amount ?? 0)
    const parts = [
      ...(changes.length === 0 ? [] : [toChanged(changes)]),
      ...(usage?.size === undefined ? [] : [`context ${usage.used} of ${usage.size}`]),
      ...(cost === undefined ? [] : [`cost ${cost} ${toTitle(usage?.cost?.currency ?? '', 8)}`]),
    ]
    if (parts.length > 0) this.#means.aside(parts.join(' · '))
    return room
  }

  /** Paths are shown from the working directory on. */
  #toPlace(path: string): string {
    return this.#cwd !== '' && path.startsWith(`${this.#cwd}/`) ? path.slice(this.#cwd.length + 1) : path
  }

  /** Whether a change was shown before; now it is. */
  #isSeen(path: string, newText: string): boolean {
    const key = createHash('sha256').update(`${path}\0${newText}`).digest('base64')
    const isSeen = this.#seen.has(key)
    if (this.#seen.size < MOST_SEEN) this.#seen.add(key)
    return isSeen
  }

  #block(lines: readonly string[]): Room {
    this.#calls.interrupt()
    return this.#write(lines)
  }

  #write(lines: readonly string[]): Room {
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
