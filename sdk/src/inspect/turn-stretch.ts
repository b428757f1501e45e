/** One turn while it runs: counts its pieces and opens and closes its spans. */

import { fieldOf, textOf } from './fields.js'
import { tidy } from './label.js'
import type { OpenCall } from './open-calls.js'
import type { Row } from './row.js'
import type { Span, TurnTiming } from './turn-timing.js'

interface Beginning {
  readonly kind: Span['kind']
  readonly row: Row
  readonly label: string | undefined
}

type OpenSpan = { -readonly [Name in keyof Span]: Span[Name] }

const SILENCE_MILLISECONDS = 1_000
const ENDS_OF_TOOLS: ReadonlySet<unknown> = new Set(['completed', 'failed', 'cancelled'])

const callSpans: Readonly<Record<string, Span['kind']>> = {
  'session/request_permission': 'permission',
  'elicitation/create': 'elicitation',
  'fs/read_text_file': 'file',
  'fs/write_text_file': 'file',
  'terminal/create': 'terminal',
}

/** A turn that is being timed. */
export class Stretch implements TurnTiming {
  readonly turn: number
  readonly session: string
  readonly prompt: number
  readonly at: number
  end: number | undefined
  duration: number | undefined
  stopReason: string | undefined
  firstUpdate: number | undefined
  firstChunk: number | undefined
  chunkRate: number | undefined
  chunks = 0
  characters = 0
  bytes: number
  readonly spans: Span[] = []
  #hasRun = false
  readonly #tools = new Set<string>()
  readonly #open = new Map<string, OpenSpan>()
  #last: Row

  constructor(turn: number, session: string, prompt: Row) {
    this.turn = turn
    this.session = session
    this.prompt = prompt.number
    this.at = prompt.at
    this.bytes = prompt.bytes
    this.#last = prompt
  }

  /** Whether a state was told that work goes on. */
  get hasRun(): boolean {
    return this.#hasRun
  }

  note(row: Row, value: unknown, call: OpenCall | undefined): void {
    this.bytes += row.bytes
    this.#listen(row)
    if (row.kind === 'notification') this.#noteUpdate(row, fieldOf(value, 'update'))
    else if (row.kind === 'request') this.#noteRequest(row)
    else if (call !== undefined) this.#noteAnswer(row, value, call)
  }

  finish(row: Row, stopReason: string | undefined): void {
    this.end = row.number
    this.duration = row.at - this.at
    this.stopReason = stopReason
  }

  #listen(row: Row): void {
    const last = this.#last
    if (row.at - last.at > SILENCE_MILLISECONDS && this.#open.size === 0) {
      const [from, until] = [last.at - this.at, row.at - this.at]
      this.spans.push({ kind: 'silence', label: '', from, until, row: last.number })
    }
    this.#last = row
  }

  #noteUpdate(row: Row, update: unknown): void {
    const kind = textOf(update, 'sessionUpdate')
    const since = row.at - this.at
    if (row.to === 'client') this.firstUpdate ??= since
    if (kind === 'agent_message_chunk') {
      this.#noteChunk(since)
      this.characters += textOf(fieldOf(update, 'content'), 'text')?.length ?? 0
    } else if (kind === 'tool_call' || kind === 'tool_call_update') this.#noteTool(row, update)
    else if (kind === 'terminal_update') this.#noteTerminal(row, update)
    else if (kind === 'state_update' && textOf(update, 'state') !== 'idle') this.#hasRun = true
  }

  #noteChunk(since: number): void {
    this.firstChunk ??= since
    this.chunks++
    const took = since - this.firstChunk
    if (took > 0) this.chunkRate = ((this.chunks - 1) * 1_000) / took
  }

  #noteTool(row: Row, update: unknown): void {
    const key = `tool ${row.toolCall}`
    if (!this.#tools.has(key)) {
      this.#tools.add(key)
      this.#begin(key, { kind: 'tool', row, label: textOf(update, 'title') ?? row.toolCall })
    }
    if (ENDS_OF_TOOLS.has(fieldOf(update, 'status'))) this.#close(key, row)
  }

  #noteTerminal(row: Row, update: unknown): void {
    const key = `terminal ${textOf(update, 'terminalId')}`
    const isOver = fieldOf(update, 'exitStatus') != null
    if (isOver) this.#close(key, row)
    else if (!this.#open.has(key))
      this.#begin(key, { kind: 'terminal', row, label: textOf(update, 'command') })
  }

  #noteRequest(row: Row): void {
    const kind = Object.hasOwn(callSpans, row.method ?? '') ? callSpans[row.method ?? ''] : undefined
    if (kind !== undefined && row.to === 'client')
      this.#begin(`call ${row.number}`, { kind, row, label: row.label })
  }

  #noteAnswer(row: Row, value: unknown, call: OpenCall): void {
    if (call.method === 'terminal/create' && row.kind === 'result') {
      const span = this.#open.get(`call ${call.row}`)
      this.#open.delete(`call ${call.row}`)
      if (span !== undefined) this.#open.set(`terminal ${textOf(value, 'terminalId')}`, span)
    } else if (call.method === 'terminal/wait_for_exit' || call.method === 'terminal/release')
      this.#close(`terminal ${textOf(call.value, 'terminalId')}`, row)
    else this.#close(`call ${call.row}`, row)
  }

  #begin(key: string, { kind, row, label }: Beginning): void {
    const span: OpenSpan = { kind, label: tidy(label ?? ''), from: row.at - this.at, row: row.number }
    this.#open.set(key, span)
    this.spans.push(span)
  }

  #close(key: string, row: Row): void {
    const span = this.#open.get(key)
    if (span === undefined) return
    span.until = row.at - this.at
    this.#open.delete(key)
  }
}
