/** One line of text that is being written, with its label: the part around the cursor where it is wider than the screen. */

import { cutLine, type Line, span, widthOfLine } from '../screen/line.js'
import type { Role } from '../screen/style.js'
import type { TextLine } from '../screen/text-line.js'
import { cutToWidth, endToWidth, widthOf } from '../screen/width.js'
import { cleanLine } from './clean-text.js'

export function inputLine(
  { text, cursor }: TextLine,
  { columns, label, role }: { readonly columns: number; readonly label: string; readonly role?: Role },
): { readonly line: Line; readonly column: number } {
  const head = cutLine([span(label, role)], Math.floor(columns / 2))
  const start = widthOfLine(head)
  const room = Math.max(1, columns - start - 1)
  const before = endToWidth(cleanLine(text.slice(0, cursor)), room, '…')
  const after = cutToWidth(cleanLine(text.slice(cursor)), room - widthOf(before))
  return { line: [...head, span(before + after)], column: start + widthOf(before) }
}
