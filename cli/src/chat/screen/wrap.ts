/** Breaks lines that are too wide: between words where it can, inside of one where it must. */

import type { Line, Span } from './line.js'
import type { Style } from './style.js'
import { charactersOf, widthOf, widthOfCharacter } from './width.js'

export interface WrapOptions {
  /** Stands before the first line, and is counted. */
  readonly first?: Line | undefined
  /** Stands before every other line. */
  readonly rest?: Line | undefined
}

interface Word {
  readonly spans: readonly Span[]
  readonly width: number
  readonly isBlank: boolean
}

/** The same text in lines of at most so many columns. There is always at least one. */
export function wrapLine(
  line: Line,
  columns: number,
  { first = [], rest = first }: WrapOptions = {},
): readonly Line[] {
  const page = new Page(columns, first, rest)
  for (const word of wordsOf(line)) {
    if (page.room >= word.width) {
      if (!(word.isBlank && page.isEmpty && page.lines.length > 0)) page.put(word.spans, word.width)
      continue
    }
    if (word.isBlank) continue
    if (!page.isEmpty) page.feed()
    if (page.room >= word.width) page.put(word.spans, word.width)
    else breakWord(word.spans, page)
  }
  page.feed()
  return page.lines
}

/** The same in lines that are as full as they can be, with every blank in its place: for what is no prose. */
export function breakLine(
  line: Line,
  columns: number,
  { first = [], rest = first }: WrapOptions = {},
): readonly Line[] {
  const page = new Page(columns, first, rest)
  const width = widthOfSpans(line)
  if (page.room >= width) page.put(line, width)
  else breakWord(line, page)
  page.feed()
  return page.lines
}

/** The lines so far, and the one that is being filled. */
class Page {
  readonly lines: Line[] = []
  room: number
  isEmpty = true
  #current: Span[] = []
  readonly #columns: number
  readonly #rest: Line
  #before: Line

  constructor(columns: number, first: Line, rest: Line) {
    this.#columns = columns
    this.#rest = rest
    this.#before = first
    this.room = columns - widthOfSpans(first)
  }

  put(spans: readonly Span[], width: number): void {
    for (const { text, style } of spans) {
      const last = this.#current.at(-1)
      if (last !== undefined && last.style === style)
        this.#current[this.#current.length - 1] = { text: last.text + text, style }
      else this.#current.push({ text, style })
    }
    this.room -= width
    this.isEmpty = false
  }

  feed(): void {
    this.lines.push([...this.#before, ...withoutEndBlanks(this.#current)])
    this.#current = []
    this.#before = this.#rest
    this.room = this.#columns - widthOfSpans(this.#rest)
    this.isEmpty = true
  }
}

const widthOfSpans = (spans: readonly Span[]): number =>
  spans.reduce((sum, { text }) => sum + widthOf(text), 0)

function withoutEndBlanks(spans: Span[]): readonly Span[] {
  for (let last = spans.at(-1); last !== undefined && last.style === undefined; last = spans.at(-1)) {
    if (!last.text.endsWith(' ')) break
    spans.pop()
    const text = last.text.replace(/(?<! ) +$/, '')
    if (text === '') continue
    spans.push({ text })
    break
  }
  return spans
}

/** Blanks and what stands between them; a word may go over several pieces. */
function wordsOf(line: Line): readonly Word[] {
  const words: { spans: Span[]; width: number; isBlank: boolean }[] = []
  for (const { text, style } of line)
    for (const part of text.match(/ +|[^ ]+/g) ?? []) {
      const isBlank = part.startsWith(' ')
      const last = words.at(-1)
      const spans = { text: part, style }
      const width = widthOf(part)
      if (last !== undefined && last.isBlank === isBlank) {
        last.spans.push(spans)
        last.width += width
      } else words.push({ spans: [spans], width, isBlank })
    }
  return words
}

/** Puts what no line has room for, character by character; at least one is on each line. */
function breakWord(spans: readonly Span[], page: Page): void {
  let [text, width] = ['', 0]
  const flush = (style: Style | undefined): void => {
    if (text !== '') page.put([{ text, style }], width)
    text = ''
    width = 0
  }
  for (const { text: whole, style } of spans) {
    for (const character of charactersOf(whole)) {
      const columns = widthOfCharacter(character)
      if (width + columns > page.room && !(page.isEmpty && text === '')) {
        flush(style)
        page.feed()
      }
      text += character
      width += columns
    }
    flush(style)
  }
}
