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
  const lines: Line[] = []
  let current: Span[] = [...first]
  let width = widthOfSpans(first)
  let isEmpty = true
  const feed = (): void => {
    lines.push(withoutEndBlanks(current, lines.length === 0 ? first.length : rest.length))
    current = [...rest]
    width = widthOfSpans(rest)
    isEmpty = true
  }
  for (const word of wordsOf(line)) {
    if (width + word.width <= columns) {
      if (!(word.isBlank && isEmpty && lines.length > 0)) {
        current.push(...word.spans)
        width += word.width
        isEmpty = false
      }
      continue
    }
    if (word.isBlank) continue
    if (!isEmpty) feed()
    for (const piece of pieces(word, columns - width)) {
      if (!isEmpty) feed()
      current.push(...piece.spans)
      width += piece.width
      isEmpty = false
    }
  }
  lines.push(withoutEndBlanks(current, lines.length === 0 ? first.length : rest.length))
  return lines
}

const widthOfSpans = (spans: readonly Span[]): number =>
  spans.reduce((sum, { text }) => sum + widthOf(text), 0)

function withoutEndBlanks(spans: readonly Span[], kept: number): Line {
  let end = spans.length
  while (end > kept && /^ *$/.test(spans[end - 1]?.text ?? '') && spans[end - 1]?.style === undefined) end--
  return spans.slice(0, end)
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

/** A word in pieces of at most so many columns, at least one character each. */
function pieces(word: Word, columns: number): readonly Word[] {
  if (word.width <= columns) return [word]
  const found: { spans: Span[]; width: number; isBlank: false }[] = []
  let piece: { spans: Span[]; width: number; isBlank: false } = { spans: [], width: 0, isBlank: false }
  const put = (character: string, style: Style | undefined): void => {
    const width = widthOfCharacter(character)
    if (piece.width > 0 && piece.width + width > columns) {
      found.push(piece)
      piece = { spans: [], width: 0, isBlank: false }
    }
    const last = piece.spans.at(-1)
    if (last !== undefined && last.style === style)
      piece.spans[piece.spans.length - 1] = { text: last.text + character, style }
    else piece.spans.push({ text: character, style })
    piece.width += width
  }
  for (const { text, style } of word.spans) for (const character of charactersOf(text)) put(character, style)
  found.push(piece)
  return found
}
