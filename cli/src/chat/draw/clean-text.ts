/** Text of others made ready for lines: cleaned, without tabs, in bounds. */

import { boundedLine, sanitizeForDisplay } from '@parley/acp/guard'
import { type Line, lineOf } from '../screen/line.js'
import type { Role, Style } from '../screen/style.js'
import { widthOf } from '../screen/width.js'
import { wrapLine } from '../screen/wrap.js'

const TAB = 4
const MOST_TITLE = 400

/** Blanks up to the next stop, where tabs were. The text is one line. */
export function expandTabs(text: string, size = TAB): string {
  if (!text.includes('\t')) return text
  let column = 0
  return text
    .split('\t')
    .map((part, index, parts) => {
      column += widthOf(part)
      if (index === parts.length - 1) return part
      const blanks = size - (column % size)
      column += blanks
      return part + ' '.repeat(blanks)
    })
    .join('')
}

/** Cleaned, with its line breaks. */
export function cleanText(text: string): string {
  return sanitizeForDisplay(text)
}

/** One line of text, clean: what would break it is marked. */
export function cleanLine(text: string): string {
  return sanitizeForDisplay(text).replace(/\t/g, '  ').replace(/\n/g, '·')
}

/** The lines of a text that was cleaned, without tabs and without empty ones at the end. */
export function splitClean(text: string): readonly string[] {
  const lines = text.split('\n')
  while (lines.length > 1 && lines.at(-1)?.trim() === '') lines.pop()
  return lines.map(line => expandTabs(line))
}

/** A name, a title, a path: one line, cleaned and cut. */
export function cleanTitle(text: unknown, most = MOST_TITLE): string {
  return typeof text === 'string' ? boundedLine(text, most) : ''
}

/** Text that is no markdown, cleaned and wrapped, at most so many characters of it. */
export function drawPlain(
  text: string,
  { columns, style, most = 200_000 }: { columns: number; style?: Role | Style | undefined; most?: number },
): readonly Line[] {
  const lines = splitClean(cleanText(text.slice(0, most)))
  const drawn = lines.flatMap(line => wrapLine(lineOf(line, style), columns))
  return text.length > most ? [...drawn, lineOf(`… ${text.length - most} more characters`, 'muted')] : drawn
}

/** The first lines, and one that counts the rest. */
export function boundLines(lines: readonly Line[], most: number, hint = ''): readonly Line[] {
  if (lines.length <= most) return lines
  const left = lines.length - Math.max(0, most - 1)
  return [...lines.slice(0, Math.max(0, most - 1)), lineOf(`… ${left} more lines${hint}`, 'muted')]
}

/** Every line a little to the right. */
export function indent(lines: readonly Line[], by: string): readonly Line[] {
  return lines.map(line => (line.length === 0 ? line : [{ text: by }, ...line]))
}
