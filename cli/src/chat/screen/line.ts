/** A line of the screen as a value: pieces of clean text, each with its style. What is drawn is made of these alone. */

import type { Role, Style } from './style.js'
import { cutToWidth, widthOf } from './width.js'

/** A piece of a line. Its text has been cleaned (`sanitizeForDisplay`) and holds neither tabs nor line ends. */
export interface Span {
  readonly text: string
  readonly style?: Style | undefined
}

export type Line = readonly Span[]

export const EMPTY: Line = []

/** A piece of text in a role, or in a style. */
export function span(text: string, style?: Role | Style): Span {
  if (style === undefined) return { text }
  return { text, style: typeof style === 'string' ? { role: style } : style }
}

/** A line of one piece. */
export function lineOf(text: string, style?: Role | Style): Line {
  return text === '' ? EMPTY : [span(text, style)]
}

export function textOfLine(line: Line): string {
  return line.map(({ text }) => text).join('')
}

/** How many columns a line takes. */
export function widthOfLine(line: Line): number {
  let width = 0
  for (const { text } of line) width += widthOf(text)
  return width
}

/** A line that is no wider than so many columns; what is left out is shown by `…`. */
export function cutLine(line: Line, columns: number): Line {
  if (widthOfLine(line) <= columns) return line
  const kept: Span[] = []
  let room = Math.max(0, columns - 1)
  for (const piece of line) {
    const text = cutToWidth(piece.text, room)
    if (text !== '') kept.push(text === piece.text ? piece : { ...piece, text })
    room -= widthOf(text)
    if (text !== piece.text) break
  }
  return columns > 0 ? [...kept, span('…', 'muted')] : []
}

/** A line filled with blanks to so many columns, or cut to them. */
export function fillLine(line: Line, columns: number, style?: Style): Line {
  const cut = cutLine(line, columns)
  const rest = columns - widthOfLine(cut)
  return rest > 0 ? [...cut, { text: ' '.repeat(rest), style }] : cut
}

/** One thing at the left and one at the right; the left one is cut where both have no room. */
export function spread(left: Line, right: Line, columns: number): Line {
  const width = widthOfLine(right)
  if (width + 1 >= columns) return cutLine(left, columns)
  return [...fillLine(left, columns - width - 1), span(' '), ...right]
}
