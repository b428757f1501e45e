/**
 * What a program printed, as its terminal would show it: colours stay, lines that were drawn over show their last
 * state, and everything else that a terminal would obey is dropped.
 */

import { sanitizeForDisplay } from '@parley/acp/guard'
import { cutLine, type Line, lineOf, type Span } from '../screen/line.js'
import type { Style } from '../screen/style.js'
import { charactersOf } from '../screen/width.js'
import { breakLine } from '../screen/wrap.js'
import { applyColours } from './colours.js'

export interface OutputSetting {
  readonly columns: number
  /** How many lines at most: the last ones. */
  readonly most: number
  readonly hint?: string | undefined
}

interface Cell {
  readonly text: string
  readonly style: Style | undefined
}

const MOST_CHARACTERS = 262_144
const LONGEST_LINE = 8_192
const TAB = 8
// Commands, words for the terminal itself, other escapes, what moves within the line, and text.
const PARTS = new RegExp(
  [
    '\\x1b\\[[0-?]*[ -/]*[@-~]',
    '\\x1b[\\]PX^_][^\\x07\\x1b\\n]*(?:\\x07|\\x1b\\\\)?',
    '\\x1b[ -/]*[0-~]?',
    '[\\r\\b\\t]',
    '[^\\x1b\\r\\b\\t]+',
  ].join('|'),
  'g',
)
const COMMAND = /^\[([0-9;:]*)([mKG])$/
const MOVES = ['\u001b', '\r', '\b', '\t']

/** The last lines of it, and one that counts those above. */
export function drawTerminalOutput(
  output: string,
  { columns, most, hint = '' }: OutputSetting,
): readonly Line[] {
  const end = output.slice(-MOST_CHARACTERS)
  const isCut = end.length < output.length
  const texts = end.trimEnd().split('\n')
  const lines: Line[] = []
  let style: Style | undefined
  for (const text of texts) {
    const shown = showLine(text, style)
    style = shown.style
    lines.push(shown.line)
  }
  return lastOf(lines, { columns, most, hint }, isCut)
}

function lastOf(
  lines: readonly Line[],
  { columns, most, hint = '' }: OutputSetting,
  isCut: boolean,
): readonly Line[] {
  const wrapped: (readonly Line[])[] = []
  let [count, first] = [0, lines.length]
  while (first > 0 && count < most) {
    first--
    const rows = breakLine(lines[first] ?? [], columns)
    wrapped.unshift(rows)
    count += rows.length
  }
  const all = wrapped.flat()
  if (first === 0 && all.length <= most && !isCut) return all
  const kept = all.slice(-Math.max(1, most - 1))
  const above = first + Math.max(0, all.length - kept.length)
  const words = isCut ? '… more lines above' : `… ${above} more lines above`
  return most < 2 ? kept.slice(-most) : [cutLine(lineOf(words + hint, 'muted'), columns), ...kept]
}

interface ShownLine {
  readonly line: Line
  /** What holds at its end, and from there on. */
  readonly style: Style | undefined
}

function showLine(text: string, before: Style | undefined): ShownLine {
  if (!MOVES.some(move => text.includes(move))) {
    const clean = toClean(text)
    return {
      line: clean === '' ? [] : [before === undefined ? { text: clean } : { text: clean, style: before }],
      style: before,
    }
  }
  const row = new PrintedRow(before)
  for (const part of text.match(PARTS) ?? []) row.take(part)
  return { line: row.toLine(), style: row.style }
}

/** One row of the terminal, and the place where the next character goes. */
class PrintedRow {
  style: Style | undefined
  readonly #cells: Cell[] = []
  #at = 0

  constructor(style: Style | undefined) {
    this.style = style
  }

  take(part: string): void {
    if (part === '\r') this.#at = 0
    else if (part === '\b') this.#at = Math.max(0, this.#at - 1)
    else if (part === '\t') this.#put(' '.repeat(TAB - (this.#at % TAB)))
    else if (part.startsWith('\u001b')) this.#obey(part)
    else this.#put(toClean(part))
  }

  toLine(): Line {
    const spans: Span[] = []
    for (const { text, style } of this.#cells) {
      const last = spans.at(-1)
      if (last !== undefined && last.style === style)
        spans[spans.length - 1] = { text: last.text + text, style }
      else spans.push({ text, style })
    }
    return spans
  }

  #put(text: string): void {
    for (const character of charactersOf(text)) {
      if (this.#at >= LONGEST_LINE) return
      this.#cells[this.#at++] = { text: character, style: this.style }
    }
  }

  #obey(sequence: string): void {
    const [, values = '', command] = COMMAND.exec(sequence.slice(1)) ?? []
    if (command === 'm') this.style = applyColours(this.style, values)
    else if (command === 'K') this.#erase(values)
    else if (command === 'G') this.#moveTo(Number(values || 1) - 1)
  }

  #erase(what: string): void {
    const from = what === '1' || what === '2' ? 0 : this.#at
    const to = what === '1' ? Math.min(this.#at + 1, this.#cells.length) : this.#cells.length
    if (to === this.#cells.length) this.#cells.length = Math.min(from, to)
    else for (let at = from; at < to; at++) this.#cells[at] = { text: ' ', style: undefined }
    this.#moveTo(this.#at)
  }

  /** Between the end and that place there are blanks. */
  #moveTo(column: number): void {
    this.#at = Math.max(0, Math.min(LONGEST_LINE, Number.isNaN(column) ? 0 : column))
    while (this.#cells.length < this.#at) this.#cells.push({ text: ' ', style: undefined })
  }
}

function toClean(text: string): string {
  return sanitizeForDisplay(text.slice(0, LONGEST_LINE)).replaceAll('\n', ' ')
}
