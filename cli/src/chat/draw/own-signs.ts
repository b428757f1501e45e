/**
 * Keeps the words of an agent apart from what this program says itself: a line of its text that begins as our question,
 * the person's own words or the box to write in begins would be taken for them, so it stands behind a mark.
 */

import { type Line, span, textOfLine } from '../screen/line.js'
import { wrapLine } from '../screen/wrap.js'

/** At the left edge only: source stands further to the right, and its question marks are its own. Also in like shapes. */
const OWN = /^[\s\p{Z}]?(?:[?？﹖⁇›❯]|│[\s\p{Z}]*[›❯]|[╭┌╰└][─━]+[╮┐╯┘])/u
const MARK = span('“ ', 'muted')
const BELOW = span('  ')
const FARTHEST = 200

export function keptApart(line: Line, columns: number): readonly Line[] {
  // A row of a table is seen to be one.
  if (line.some(({ text, style }) => style?.role === 'border' && text === ' │ ')) return [line]
  if (!OWN.test(textOfLine(line).slice(0, FARTHEST + columns))) return [line]
  return wrapLine(line, Math.max(4, columns), { first: [MARK], rest: [BELOW] })
}
