/** One line of text that is being written, with its label: the part around the cursor where it is wider than the screen. */

import { cutLine, type Line, span } from '../screen/line.js'
import { charactersOf, cutToWidth, widthOf } from '../screen/width.js'
import { cleanText } from './clean-line.js'
import type { TextLine } from './text-line.js'

export function inputLine(
  { text, cursor }: TextLine,
  { columns, label }: { readonly columns: number; readonly label: string },
): { readonly line: Line; readonly column: number } {
  const head = cutLine([span(label)], Math.floor(columns / 2))
  const start = head.reduce((sum, piece) => sum + widthOf(piece.text), 0)
  const room = Math.max(1, columns - start - 1)
  const before = endOf(cleanText(text.slice(0, cursor)), room)
  const after = cutToWidth(cleanText(text.slice(cursor)), room - widthOf(before))
  return { line: [...head, span(before + after)], column: start + widthOf(before) }
}

/** The end of a text that takes at most so many columns. */
function endOf(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text
  const characters = charactersOf(text)
  let [width, from] = [1, characters.length]
  while (from > 0) {
    const next = widthOf(characters[from - 1] ?? '')
    if (width + next > columns) break
    width += next
    from--
  }
  return `…${characters.slice(from).join('')}`
}
