/**
 * Turns pictures into bytes for a terminal, and as few as will do. Remembers what stands there; knows no process and no
 * stream. What is settled goes into the scrollback and is never touched again; what is live is the lowest rows, found
 * again by counting up from the cursor, or the whole of the other screen.
 */

import type { Cursor, Frame, Size } from '../screen/frame.js'
import { cutLine, type Line, widthOfLine } from '../screen/line.js'
import { NO_REFLOW, type Reflow, rowsAbove } from './reflow.js'
import { type Theme, toAnsi } from './theme.js'

/** One update, without a cursor that jumps; and without a break where a terminal thinks a character wider than we do. */
const BEGIN = '\x1b[?2026h\x1b[?25l\x1b[?7l'
const END = '\x1b[?7h\x1b[?2026l'
const SHOW_CURSOR = '\x1b[?25h'
const HIDE_CURSOR = '\x1b[?25l'
const ERASE_LINE = '\x1b[K'
const ERASE_BELOW = '\x1b[J'
const OTHER_SCREEN = '\x1b[?1049h'
const FIRST_SCREEN = '\x1b[?1049l'
const LONGEST_TITLE = 200

/** A line as it stands there. */
interface Drawn {
  readonly text: string
  readonly line: Line
  readonly isFullWidth: boolean
}

/** What stands on a screen, with the cursor in it. */
interface Standing {
  readonly lines: readonly Drawn[]
  readonly cursor: Cursor
  /** How large the screen was. */
  readonly size: Size
}

const NO_SIZE: Size = { columns: 0, rows: 0 }
const nothingOn = (size: Size): Standing => ({ lines: [], cursor: { row: 0, column: 0 }, size })
const isSameSize = (one: Size, other: Size): boolean =>
  one.columns === other.columns && one.rows === other.rows

export class Painter {
  #size: Size
  #theme: Theme
  readonly #reflow: Reflow
  #live: Standing
  /** What stands on the other screen, while it is shown. */
  #full: Standing | undefined
  #isCursorShown = true
  #title: string | undefined
  #mustScroll = false
  #drawn = new WeakMap<Line, Drawn>()

  constructor(size: Size, theme: Theme, reflow: Reflow = NO_REFLOW) {
    this.#size = size
    this.#theme = theme
    this.#reflow = reflow
    this.#live = nothingOn(size)
  }

  get isFull(): boolean {
    return this.#full !== undefined
  }

  get theme(): Theme {
    return this.#theme
  }

  resize(size: Size): void {
    if (size.columns !== this.#size.columns) this.#drawn = new WeakMap()
    this.#size = size
  }

  /** What is live is drawn in other colours from now on. */
  dress(theme: Theme): void {
    this.#theme = theme
    this.#drawn = new WeakMap()
  }

  /** The next picture is drawn whole; what is on the screen goes up into the scrollback. */
  forget(): void {
    this.#mustScroll = true
    if (this.#full !== undefined) this.#full = nothingOn(NO_SIZE)
  }

  /** The bytes that bring this picture to the terminal; none where it stands there already. */
  paint(frame: Frame): string {
    const body = frame.isFull ? this.#paintFull(frame) : this.#paintLive(frame)
    const title = this.#retitle(frame.title)
    const isShown = frame.cursor !== undefined
    if (body === '') {
      const isSame = isShown === this.#isCursorShown
      this.#isCursorShown = isShown
      return title + (isSame ? '' : isShown ? SHOW_CURSOR : HIDE_CURSOR)
    }
    this.#isCursorShown = isShown
    return `${BEGIN}${title}${body}${isShown ? SHOW_CURSOR : ''}${END}`
  }

  /** Takes away what is live: the cursor is where it began, on the first screen, for whoever writes next. */
  park(): string {
    const back = this.#full === undefined ? '' : FIRST_SCREEN
    this.#full = undefined
    const erased = this.#eraseLive()
    this.#isCursorShown = true
    return `${back}${erased}${SHOW_CURSOR}`
  }

  /** Begins on a row of its own, wherever somebody else left the cursor: blanks reach the next row only from within one. */
  arrive(): string {
    this.#live = nothingOn(this.#size)
    this.#full = undefined
    this.#isCursorShown = true
    this.#title = undefined
    return `\x1b[0m${' '.repeat(Math.max(0, this.#size.columns - 1))}\r${ERASE_BELOW}`
  }

  #paintLive(frame: Frame): string {
    let bytes = ''
    if (this.#full !== undefined) {
      this.#full = undefined
      bytes += FIRST_SCREEN
    }
    if (this.#mustScroll) bytes += this.#scrollAway()
    if (!isSameSize(this.#live.size, this.#size)) bytes += this.#eraseLive()
    const settled = frame.settled.map(line => this.#draw(line))
    const live = frame.live.slice(-this.#size.rows).map(line => this.#draw(line))
    const skipped = Math.max(0, frame.live.length - this.#size.rows)
    const writer = new Writer(this.#live)
    if (settled.length > 0) writer.print(settled)
    writer.rewrite(live)
    const wanted = frame.cursor && { ...frame.cursor, row: Math.max(0, frame.cursor.row - skipped) }
    writer.finish(live.length, wanted ?? { row: Math.max(0, live.length - 1), column: 0 })
    this.#live = { lines: live, cursor: writer.cursor, size: this.#size }
    return bytes + writer.bytes
  }

  #paintFull(frame: Frame): string {
    const lines = frame.live.slice(0, this.#size.rows).map(line => this.#draw(line))
    let bytes = ''
    if (this.#full === undefined) {
      bytes += this.#eraseLive() + OTHER_SCREEN
      this.#full = nothingOn(NO_SIZE)
    }
    const isWhole = !isSameSize(this.#full.size, this.#size)
    const old = isWhole ? [] : this.#full.lines
    if (isWhole) bytes += '\x1b[H\x1b[2J'
    for (const [row, drawn] of lines.entries())
      if (old[row]?.text !== drawn.text) bytes += `\x1b[${row + 1};1H${erasing(drawn)}`
    if (old.length > lines.length) bytes += `\x1b[${lines.length + 1};1H${ERASE_BELOW}`
    const cursor = frame.cursor ?? { row: 0, column: 0 }
    const isMoved = cursor.row !== this.#full.cursor.row || cursor.column !== this.#full.cursor.column
    if (bytes !== '' || (isMoved && frame.cursor !== undefined))
      bytes += `\x1b[${cursor.row + 1};${cursor.column + 1}H`
    this.#full = { lines, cursor, size: this.#size }
    return bytes
  }

  /** The rows that are live now may be more than were written: a terminal breaks lines that have no room any longer. */
  #eraseLive(): string {
    const { lines, cursor } = this.#live
    const { columns, rows } = this.#size
    // A screen that loses rows may lose them below the cursor: what was there was perhaps not broken. In doubt too few rows
    // are erased: what is settled is never.
    const fewer = Math.max(0, this.#live.size.rows - rows)
    const left = Math.max(cursor.row + 1, lines.length - fewer)
    const texts = lines.slice(0, left).map(({ line }) => line)
    const isNarrower = columns < this.#live.size.columns
    const above = isNarrower ? rowsAbove(texts, cursor, { columns, reflow: this.#reflow }) : cursor.row
    const up = Math.min(above, Math.max(0, rows - 1))
    const isNothing = lines.length === 0 && cursor.row === 0
    this.#live = nothingOn(this.#size)
    return isNothing ? '' : `\r${up > 0 ? `\x1b[${up}A` : ''}${ERASE_BELOW}`
  }

  #scrollAway(): string {
    this.#mustScroll = false
    const { rows } = this.#size
    const above = Math.max(0, rows - this.#live.lines.length)
    return `${this.#eraseLive()}\x1b[${rows};1H${'\n'.repeat(above)}\x1b[H${ERASE_BELOW}`
  }

  #draw(line: Line): Drawn {
    const known = this.#drawn.get(line)
    if (known !== undefined) return known
    const { columns } = this.#size
    const cut = cutLine(line, columns)
    const drawn = { text: toAnsi(cut, this.#theme), line: cut, isFullWidth: widthOfLine(cut) >= columns }
    this.#drawn.set(line, drawn)
    return drawn
  }

  #retitle(title: string): string {
    const clean = title.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ').slice(0, LONGEST_TITLE)
    if (clean === this.#title || this.#theme.depth === 'plain') return ''
    this.#title = clean
    return `\x1b]2;${clean}\x07`
  }
}

/** Erasing behind a full row would take its last character away. */
const erasing = ({ text, isFullWidth }: Drawn): string =>
  isFullWidth ? ERASE_LINE + text : text + ERASE_LINE

/** Writes rows below each other from where the live ones begin, and knows where the cursor is. */
class Writer {
  bytes = ''
  #old: readonly Drawn[]
  #row: number
  #column: number | undefined
  /** The lowest row that is known to be there. */
  #lowest: number

  constructor({ lines, cursor }: Standing) {
    this.#old = lines
    this.#row = cursor.row
    this.#column = cursor.column
    this.#lowest = Math.max(cursor.row, lines.length - 1)
  }

  get cursor(): Cursor {
    return { row: this.#row, column: this.#column ?? 0 }
  }

  /** Lines above the live ones, written over them; from here on rows are counted below these. */
  print(lines: readonly Drawn[]): void {
    for (const [row, line] of lines.entries()) {
      this.#goTo(row)
      this.#put(line)
    }
    this.#goTo(lines.length)
    this.#old = this.#old.slice(lines.length)
    this.#row -= lines.length
    this.#lowest -= lines.length
  }

  rewrite(lines: readonly Drawn[]): void {
    for (const [row, line] of lines.entries()) {
      if (this.#old[row]?.text === line.text) continue
      this.#goTo(row)
      this.#put(line)
    }
    if (this.#old.length <= lines.length) return
    this.#goTo(lines.length)
    this.bytes += ERASE_BELOW
    this.#column = 0
  }

  finish(height: number, wanted: Cursor): void {
    const row = Math.min(wanted.row, Math.max(0, height - 1))
    if (row === this.#row && wanted.column === this.#column) return
    this.#goTo(row)
    if (wanted.column > 0) this.bytes += `\x1b[${wanted.column}C`
    this.#column = wanted.column
  }

  /** To the first column of a row; rows that were never there are made by line feeds, which scroll. */
  #goTo(row: number): void {
    if (this.#column !== 0) this.bytes += '\r'
    this.#column = 0
    const known = Math.min(row, this.#lowest)
    if (known < this.#row) this.bytes += `\x1b[${this.#row - known}A`
    if (known > this.#row) this.bytes += `\x1b[${known - this.#row}B`
    this.#row = known
    if (row > known) this.bytes += '\n'.repeat(row - known)
    this.#row = row
    this.#lowest = Math.max(this.#lowest, row)
  }

  #put(line: Drawn): void {
    this.bytes += erasing(line)
    this.#column = undefined
  }
}
