/** What happens in a conversation, in lines that can be read out: one for each thing, nothing that moves, no colours. */

import { itemsOf, RETELLING, type ThreadUpdate } from '@parley/acp/thread'
import { toCleanLines, toDuration, toTitle } from '../../render/lines.js'
import { describeBlock } from '../../run/block-words.js'
import { CallBook, type CallNews } from '../../run/call-book.js'
import { entriesIn, textIn } from '../../run/ledger.js'
import { MessageBook } from '../../run/message-book.js'
import type { HistoryEvent, TalkNews } from '../event.js'
import { shortPath } from '../screen/place.js'
import { authorOf } from '../update/elsewhere.js'
import { Speech } from './speech.js'

export interface NarratorMeans {
  readonly write: (line: string) => void
  readonly now: () => number
  /** Somebody reads a question: what only says that time passes is left out. */
  readonly isBusy: () => boolean
}

// What takes longer than this is told when it begins, too.
const LONG_MILLISECONDS = 2_000
const MOST_OUTPUT_LINES = 20
const ENDS: Readonly<Record<string, string>> = { completed: 'done', failed: 'failed', cancelled: 'cancelled' }

export class Narrator {
  readonly #means: NarratorMeans
  readonly #speech: Speech
  #messages = new MessageBook()
  readonly #late = new Map<string, NodeJS.Timeout>()
  #version: 1 | 2 = 1
  #calls = new CallBook(1)
  #plan = ''
  #cwd = '/'

  constructor(means: NarratorMeans) {
    this.#means = means
    this.#speech = new Speech(means.write)
  }

  /** Another conversation begins. */
  begin(cwd: string, version: 1 | 2): void {
    this.#cwd = cwd
    this.#version = version
    this.#forget()
  }

  /** A line of its own. */
  tell(line: string): void {
    this.#speech.close()
    this.#means.write(line)
  }

  say(who: string, text: string): void {
    this.#speech.close()
    this.#speech.say(who, text)
    this.#speech.close()
  }

  /** What was said before, without what was done. */
  retell(event: HistoryEvent): void {
    if (event.is === 'prompt') this.say('you', event.content.map(textIn).join('\n'))
    if (
      event.is === 'update' &&
      /^(?:agent_message(?:_chunk)?|user_message_chunk)$/.test(event.update.sessionUpdate)
    )
      this.update(event.update)
  }

  update(update: ThreadUpdate): void {
    const news = this.#calls.fold(update, this.#means.now())
    if (news !== undefined) return this.#call(news)
    switch (update.sessionUpdate) {
      case 'agent_message_chunk':
      case 'agent_thought_chunk':
        return this.#piece(update.sessionUpdate === 'agent_message_chunk' ? 'agent' : 'thought', update)
      case 'agent_message':
      case 'agent_thought':
        return this.#whole(update.sessionUpdate === 'agent_message' ? 'agent' : 'thought', update)
      case 'user_message_chunk':
        return this.#sayOther(update)
      case 'plan':
      case 'plan_update':
        return this.#tellPlan(entriesIn(update))
      case 'current_mode_update':
        return this.tell(`mode: ${toTitle(update.currentModeId)}`)
      case 'notice':
        return this.tell(`note: ${toTitle(update.title, 500)}`)
      case RETELLING:
        return update.state === 'begins' ? this.#forget() : undefined
      default:
        return undefined
    }
  }

  /** What a command printed last, once it is over. */
  terminal({ output, isCut, exit }: Extract<TalkNews, { is: 'terminal' }>): void {
    if (exit === undefined) return
    const lines = toCleanLines(output)
    const shown = lines.slice(-MOST_OUTPUT_LINES)
    const left = lines.length - shown.length
    if (left > 0 || isCut) this.tell(`  | … ${isCut ? 'more' : left} lines before`)
    for (const line of shown) if (line !== '' || shown.length > 1) this.tell(`  | ${line}`.trimEnd())
    const how =
      exit.signal == null ? `exit code ${exit.exitCode ?? 'unknown'}` : `ended by ${toTitle(exit.signal, 20)}`
    this.tell(`  | (${how})`)
  }

  /** Everything that was begun is told. */
  close(): void {
    this.#speech.close()
    for (const timer of this.#late.values()) clearTimeout(timer)
    this.#late.clear()
  }

  /** What comes is new, also if it was told before. */
  #forget(): void {
    this.close()
    this.#messages = new MessageBook()
    this.#calls = new CallBook(this.#version)
    this.#plan = ''
  }

  /** What a gateway says that somebody said. What an agent only repeats is known. */
  #sayOther(update: Extract<ThreadUpdate, { readonly sessionUpdate: 'user_message_chunk' }>): void {
    const by = authorOf(update)
    if (by !== undefined) this.say(by, textIn(update.content))
  }

  #piece(
    who: string,
    update: { readonly content: unknown; readonly messageId?: string | null | undefined },
  ): void {
    if (this.#messages.piece(update.messageId ?? undefined, update.content)) this.#speech.close()
    this.#block(who, update.content)
  }

  #whole(who: string, update: { readonly content?: unknown; readonly messageId: string }): void {
    const content = Array.isArray(update.content) ? update.content : []
    const { isNext, blocks } = this.#messages.whole(update.messageId, content)
    if (isNext) this.#speech.close()
    for (const block of blocks) this.#block(who, block)
  }

  #block(who: string, block: unknown): void {
    const described = describeBlock(block)
    if (described === '') this.#speech.say(who, textIn(block))
    else this.say(who, described)
  }

  #call({ call, isNew, isEnding, age }: CallNews): void {
    const id = call.toolCallId
    const name = this.#nameOf(call)
    if (isNew && !isEnding)
      this.#late.set(
        id,
        setTimeout(() => this.#means.isBusy() || this.tell(`${name} … at work`), LONG_MILLISECONDS),
      )
    if (!isEnding) return
    clearTimeout(this.#late.get(id))
    this.#late.delete(id)
    this.tell(`${name} … ${ENDS[call.status] ?? toTitle(call.status)} ${toDuration(age)}`)
    if (call.status !== 'failed') return
    const texts = itemsOf(call.content).map(each => (each.type === 'content' ? textIn(each.content) : ''))
    const why = texts.find(text => text.trim() !== '')
    if (why !== undefined) this.tell(`  ${toTitle(why, 300)}`)
  }

  #nameOf({ title, toolKind, locations }: CallNews['call']): string {
    const [place] = locations
    const kind = toTitle(toolKind ?? 'other', 40)
    const named = toTitle(title ?? '')
    if (place === undefined) return `tool ${kind} ${named}`.trimEnd()
    const path = toTitle(this.#toPlace(place.path), 300)
    const at = place.line == null ? path : `${path}:${place.line}`
    const isSaid = named === '' || named.includes(path) || at.includes(named)
    return isSaid ? `tool ${kind} ${at}` : `tool ${kind} ${at} (${named})`
  }

  #toPlace(path: string): string {
    return shortPath(path, { cwd: this.#cwd, home: '' })
  }

  #tellPlan(entries: readonly { readonly content: string; readonly status: string }[]): void {
    const done = entries.filter(({ status }) => status === 'completed').length
    const current =
      entries.find(({ status }) => status === 'in_progress') ??
      entries.find(({ status }) => status !== 'completed')
    const line = `plan ${done}/${entries.length} ${current === undefined ? 'done' : toTitle(current.content, 200)}`
    if (line === this.#plan || entries.length === 0) return
    this.#plan = line
    this.tell(line)
  }
}
