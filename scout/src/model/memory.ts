/** What a session's journal holds, as far as a model has to know it: who said and did what, and the summary of what was longer ago. */

import type { ContentBlock, Session, StopReason } from '@parley/acp/agent'
import { isAside } from './aside.js'
import { inputOf, nameOf, outputOf } from './kept-call.js'

export interface CallItem {
  readonly kind: 'call'
  readonly id: string
  readonly name: string
  readonly input: unknown
  /** What came of it so far. */
  readonly output?: string | undefined
  readonly isOver: boolean
  readonly isFailed: boolean
}

export type Item =
  | { readonly kind: 'user'; readonly blocks: readonly ContentBlock[] }
  | { readonly kind: 'said'; readonly messageId: unknown; readonly text: string }
  | CallItem

/** What there is to go on from. */
export interface Memory {
  readonly summary?: string | undefined
  readonly items: readonly Item[]
  /** How full the context was when somebody last looked. */
  readonly used?: number | undefined
  /** What the session has cost so far. */
  readonly spent?: number | undefined
}

/** How much of what came before it a summary stands for. */
export type Coverage = 'earlier' | 'everything'

/** Where a summary says so, and where it stands itself for a client that is not told of compactions. */
export const COVERAGE_META = 'parley.dev/covers'
export const SUMMARY_META = 'parley.dev/summary'
/** Marks that the last thing said broke off and was said anew: whoever goes on from here must not hear it twice. */
export const SUPERSEDED_META = 'parley.dev/superseded'

type Fields = Readonly<Record<string, unknown>>

/** Reads the journal. The message that is being answered is the last of the user's in it. */
export const recall = async (session: Session): Promise<Memory> => {
  const memory = new Recollection()
  for await (const entry of session.history()) {
    if (entry.kind === 'prompt') memory.hear(entry.content as readonly ContentBlock[])
    else if (entry.kind === 'end') memory.end(entry.stopReason)
    else if (entry.kind === 'update') memory.take(entry.update as unknown as Fields)
  }
  return memory.toMemory()
}

/** From the message of the user that is being answered. */
export const currentTurn = (items: readonly Item[]): number =>
  Math.max(
    0,
    items.findLastIndex(({ kind }) => kind === 'user'),
  )

class Recollection {
  #items: Item[] = []
  #summary: string | undefined
  #used: number | undefined
  #spent: number | undefined

  toMemory(): Memory {
    const items = this.#items.filter(item => item.kind !== 'said' || !isAside(item.text))
    return { summary: this.#summary, items, used: this.#used, spent: this.#spent }
  }

  hear(blocks: readonly ContentBlock[]): void {
    this.#items.push({ kind: 'user', blocks })
  }

  /** What was refused is not part of the conversation any more: the protocol says so. */
  end(stopReason: StopReason | 'error'): void {
    if (stopReason === 'refusal') this.#items = this.#items.slice(0, currentTurn(this.#items))
  }

  take(update: Fields): void {
    const { sessionUpdate } = update
    if (sessionUpdate === 'agent_message_chunk') this.#say(update)
    else if (sessionUpdate === 'tool_call' || sessionUpdate === 'tool_call_update') this.#call(update)
    else if (sessionUpdate === 'usage_update') this.#count(update)
    else if (sessionUpdate === 'compaction_update') this.#shorten(summaryIn(update))
    else if (sessionUpdate === 'session_info_update') this.#note(Object(update._meta) as Fields)
  }

  #note(meta: Fields): void {
    if (meta[SUPERSEDED_META] === true) this.#dropBroken()
    this.#shorten(meta[SUMMARY_META] as Shortened | undefined)
  }

  /** What was said beside it stays: that the connection broke, for one. */
  #dropBroken(): void {
    const at = this.#items.findLastIndex(item => item.kind !== 'said' || !isAside(item.text))
    if (this.#items[at]?.kind === 'said') this.#items.splice(at, 1)
  }

  #say({ content, messageId }: Fields): void {
    const { type, text } = Object(content) as Fields
    if (type !== 'text' || typeof text !== 'string') return
    const last = this.#items.at(-1)
    if (last?.kind === 'said' && last.messageId === messageId)
      this.#items[this.#items.length - 1] = { ...last, text: last.text + text }
    else this.#items.push({ kind: 'said', messageId, text })
  }

  #call(update: Fields): void {
    const at = this.#items.findLastIndex(item => item.kind === 'call' && item.id === update.toolCallId)
    const before = this.#items[at]
    const known = before?.kind === 'call' ? before : undefined
    const { status } = update
    const isOver = status === 'completed' || status === 'failed' || status === 'cancelled'
    const item: CallItem = {
      kind: 'call',
      id: String(update.toolCallId),
      name: nameOf(update) ?? known?.name ?? 'tool',
      input: inputOf(update) ?? known?.input,
      output: outputOf(update) ?? known?.output,
      isOver: isOver || known?.isOver === true,
      isFailed: isOver ? status !== 'completed' : known?.isFailed === true,
    }
    if (known === undefined) this.#items.push(item)
    else this.#items[at] = item
  }

  #count({ used, cost }: Fields): void {
    const { amount } = Object(cost) as Fields
    if (typeof used === 'number') this.#used = used
    if (typeof amount === 'number') this.#spent = amount
  }

  #shorten(shortened: Shortened | undefined): void {
    if (typeof shortened?.text !== 'string') return
    const start = currentTurn(this.#items)
    this.#items = this.#items.slice(start, shortened.covers === 'earlier' ? undefined : start + 1)
    this.#summary = shortened.text
    this.#used = undefined
  }
}

interface Shortened {
  readonly text: string
  readonly covers: unknown
}

const summaryIn = ({ status, summary }: Fields): Shortened | undefined => {
  if (status !== 'completed' || !Array.isArray(summary)) return undefined
  const blocks = summary.map((block: unknown) => Object(block) as Fields)
  const text = blocks.map(block => (typeof block.text === 'string' ? block.text : '')).join('\n')
  return { text, covers: Object(blocks[0]?._meta)[COVERAGE_META] }
}
