/** Tool calls while they go on: says that one has begun when it takes a while, shows what its command prints as it comes, then how it ended. */

import { itemsOf, type ToolCall } from '@parley/acp/thread'
import type { CallPainter } from '../render/call-painter.js'
import type { CallNews } from './call-book.js'
import type { TerminalBook } from './terminal-book.js'

type Room = Promise<void> | undefined

export interface LiveMeans {
  readonly painter: CallPainter
  readonly terminals: TerminalBook
  readonly write: (lines: readonly string[]) => Room
  /** Where faults go that happen while nobody waits. */
  readonly fail: (error: unknown) => void
}

interface OpenCall {
  call: ToolCall
  timer?: NodeJS.Timeout | undefined
  shown: 'nothing' | 'waiting' | 'running'
}

// What is over sooner needs no line that says it has begun.
const PATIENCE_MILLISECONDS = 400
const MOST_OWNERS = 256

export class LiveCalls {
  readonly #means: LiveMeans
  readonly #open = new Map<string, OpenCall>()
  /** The call that shows a terminal. */
  readonly #owners = new Map<string, string>()
  /** The call whose lines stand last on the screen. */
  #speaker: string | undefined

  constructor(means: LiveMeans) {
    this.#means = means
  }

  /** Something else was shown. */
  interrupt(): void {
    this.#speaker = undefined
  }

  take(news: CallNews): Room {
    const { call, isNew, isEnding } = news
    const id = call.toolCallId
    if (isEnding) return this.#end(news)
    const open = this.#open.get(id)
    if (open !== undefined) open.call = call
    else if (isNew) this.#begin(call)
    let room: Room
    for (const terminalId of terminalsOf(call)) {
      this.#own(terminalId, id)
      room = this.printed(terminalId) ?? room
    }
    return room
  }

  /** A command has printed something. Where nobody knows yet whose it is, it waits. */
  printed(terminalId: string): Room {
    const { terminals, painter, write } = this.#means
    const id = this.#owners.get(terminalId)
    const open = id === undefined ? undefined : this.#open.get(id)
    if (id === undefined || open === undefined) return undefined
    const lines = terminals.take(terminalId)
    if (lines.length === 0) return undefined
    clearTimeout(open.timer)
    const head = open.shown === 'running' && this.#speaker === id ? [] : painter.begun(open.call, true)
    open.shown = 'running'
    const room = write([...head, ...painter.printed(lines)])
    this.#speaker = id
    return room
  }

  close(): void {
    for (const { timer } of this.#open.values()) clearTimeout(timer)
    this.#open.clear()
  }

  #begin(call: ToolCall): void {
    const open: OpenCall = { call, shown: 'nothing' }
    this.#open.set(call.toolCallId, open)
    open.timer = setTimeout(() => {
      try {
        this.#tellBegun(open)
      } catch (error) {
        this.#means.fail(error)
      }
    }, PATIENCE_MILLISECONDS)
  }

  #tellBegun(open: OpenCall): void {
    const isRunning = open.call.status !== 'pending'
    open.shown = isRunning ? 'running' : 'waiting'
    this.#means.write(this.#means.painter.begun(open.call, isRunning))?.catch(this.#means.fail)
    this.#speaker = open.call.toolCallId
  }

  #end(news: CallNews): Room {
    const { painter, terminals, write } = this.#means
    const { call } = news
    const id = call.toolCallId
    const open = this.#open.get(id)
    clearTimeout(open?.timer)
    const ids = terminalsOf(call)
    const rest = ids.flatMap(terminalId => terminals.finish(terminalId))
    const isHeaded = open?.shown === 'running' && this.#speaker === id
    const head = rest.length === 0 || isHeaded ? [] : painter.begun(call, true)
    const exit = ids.map(terminalId => terminals.exitOf(terminalId)).findLast(each => each !== undefined)
    this.#open.delete(id)
    this.#speaker = undefined
    return write([...head, ...painter.printed(rest), ...painter.ended(news, exit)])
  }

  #own(terminalId: string, id: string): void {
    this.#owners.set(terminalId, id)
    const [oldest] = this.#owners.keys()
    if (this.#owners.size > MOST_OWNERS && oldest !== undefined) this.#owners.delete(oldest)
  }
}

function terminalsOf({ content }: ToolCall): readonly string[] {
  return itemsOf(content).flatMap(item => {
    const { type, terminalId }: Readonly<Record<string, unknown>> = { ...item }
    return type === 'terminal' && typeof terminalId === 'string' ? [terminalId] : []
  })
}
