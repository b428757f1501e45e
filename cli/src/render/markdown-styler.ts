/** Markdown that comes in pieces, for a terminal with colours: a little of it is styled, nothing is lost but its marks. */

import type { Palette } from './palette.js'

type Kind = 'plain' | 'heading' | 'fence' | 'code' | 'table'

// A mark that is not closed by then is no mark.
const LONGEST_SPAN = 300
const MOST_ROWS = 200
const INDENT = '    '
/** Too little to tell what a line is. */
const UNDECIDED = /^ {0,3}(?:#{0,6}|`{1,2})$/

export class MarkdownStyler {
  readonly #paint: Palette
  /** What came of this line and was not shown yet. */
  #line = ''
  #kind: Kind | undefined
  #isInFence = false
  #rows: string[] = []

  constructor(paint: Palette) {
    this.#paint = paint
  }

  feed(text: string): string {
    let shown = ''
    for (const part of text.split(/(?<=\n)/)) shown += this.#part(part)
    return shown
  }

  /** What was held back, and everything is as at the beginning. */
  end(): string {
    const shown = this.#line === '' && this.#kind === undefined ? '' : this.#whole('')
    const table = this.#table()
    this.#isInFence = false
    return shown + table
  }

  #part(part: string): string {
    const isWhole = part.endsWith('\n')
    this.#line += isWhole ? part.slice(0, -1) : part
    if (isWhole) return this.#whole('\n')
    if (this.#kind === undefined && UNDECIDED.test(this.#line)) return ''
    const before = this.#decide()
    return before + this.#begun()
  }

  /** What can be shown of a line that goes on. */
  #begun(): string {
    const line = this.#line
    switch (this.#kind) {
      case 'heading':
        this.#line = ''
        return this.#paint('strong', line)
      case 'code':
        this.#line = ''
        return this.#paint('accent', line)
      case 'plain': {
        const [shown, rest] = this.#inline(line, false)
        this.#line = rest
        return shown
      }
      default:
        return ''
    }
  }

  #whole(end: '\n' | ''): string {
    const before = this.#decide()
    const [line, kind] = [this.#line, this.#kind]
    this.#line = ''
    this.#kind = undefined
    switch (kind) {
      case 'fence':
        this.#isInFence = !this.#isInFence
        return before
      case 'table':
        this.#rows.push(line)
        return this.#rows.length < MOST_ROWS ? before : before + this.#table()
      case 'heading':
        return before + this.#paint('strong', line) + end
      case 'code':
        return before + this.#paint('accent', line) + end
      default:
        return before + this.#inline(line, true)[0] + end
    }
  }

  /** Finds out what the line is, once; returns what has to be shown before it. */
  #decide(): string {
    if (this.#kind !== undefined) return ''
    this.#kind = this.#kindOf(this.#line)
    const table = this.#kind === 'table' ? '' : this.#table()
    if (this.#kind === 'heading') this.#line = this.#line.replace(/^ {0,3}#{1,6}\s+/, '')
    return this.#kind === 'code' && this.#line !== '' ? table + INDENT : table
  }

  #kindOf(line: string): Kind {
    if (/^ {0,3}```/.test(line)) return 'fence'
    if (this.#isInFence) return 'code'
    if (/^ {0,3}#{1,6}\s/.test(line)) return 'heading'
    return /^ {0,3}\|/.test(line) ? 'table' : 'plain'
  }

  /** The text with its marks turned into styles, and what may be the beginning of a mark. */
  #inline(text: string, isEnd: boolean): readonly [string, string] {
    let shown = ''
    let rest = text
    for (;;) {
      const at = rest.search(/\*\*|`|\*$/)
      if (at < 0) return [shown + rest, '']
      const mark = rest[at] === '`' ? '`' : '**'
      const span = this.#span(rest.slice(at), mark)
      if (span === undefined && !isEnd && rest.length - at < LONGEST_SPAN)
        return [shown + rest.slice(0, at), rest.slice(at)]
      const [painted, length] = span ?? [rest.slice(at, at + mark.length), mark.length]
      shown += rest.slice(0, at) + painted
      rest = rest.slice(at + length)
    }
  }

  /** A styled span at the beginning of a text, and how much of the text it is. */
  #span(text: string, mark: '`' | '**'): readonly [string, number] | undefined {
    const pattern = mark === '`' ? /^`([^`]+)`/ : /^\*\*(?=\S)(.*?\S)\*\*/
    const found = pattern.exec(text)
    if (found === null) return undefined
    const [whole, inner = ''] = found
    return [this.#paint(mark === '`' ? 'accent' : 'strong', inner), whole.length]
  }

  /** The rows that were held back, each column as wide as its widest cell. */
  #table(): string {
    const raw = this.#rows
    this.#rows = []
    // A bar that is no border cannot be told from one.
    if (raw.some(row => /\\\||`/.test(row))) return raw.map(row => `${row}\n`).join('')
    const rows = raw.map(row =>
      row
        .trim()
        .replace(/^\||\|$/g, '')
        .split('|')
        .map(cell => cell.trim()),
    )
    const widths: number[] = []
    for (const row of rows)
      for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 3, cell.length)
    return rows
      .map(row => `| ${row.map((cell, index) => pad(cell, widths[index] ?? 0)).join(' | ')} |\n`)
      .join('')
  }
}

const pad = (cell: string, width: number): string =>
  /^:?-+:?$/.test(cell) ? '-'.repeat(width) : cell.padEnd(width)
