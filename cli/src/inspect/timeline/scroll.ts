/** Lines that are more than there is room for: which part of them is seen, and how much is not. */

import { type Line, lineOf } from '../../chat/screen/line.js'
import { widthOf } from '../../chat/screen/width.js'
import { counted } from '../../listing/count.js'

/** The lines from `top` on, as many as there is room for; where not all are seen, the last line says so. */
export function scrolled(lines: readonly Line[], top: number, room: number): readonly Line[] {
  if (lines.length <= room) return lines
  const seen = Math.max(0, room - 1)
  const from = Math.max(0, Math.min(top, lines.length - seen))
  const below = lines.length - from - seen
  const words = [
    ...(below > 0 ? [`${counted(below, 'more line')}`] : []),
    ...(from > 0 ? [`${counted(from, 'line')} above`] : []),
  ]
  return [...lines.slice(from, from + seen), lineOf(` … ${words.join(', ')}`, 'muted')].slice(0, room)
}

/** A place further on or back, where there are so many lines; not so far that nothing is left to see. */
export function scrolledBy(
  top: number,
  by: number,
  count: { readonly lines: number; readonly height: number },
): number {
  const lowest = Math.max(0, count.lines - Math.floor(count.height / 2))
  return Math.max(0, Math.min(lowest, top + by))
}

/** As many of the words as fit; the least needed come last and go first. */
export function fitWords(words: readonly string[], columns: number): string {
  let text = ''
  for (const word of words) {
    const longer = text === '' ? word : `${text}  ${word}`
    if (text !== '' && widthOf(longer) > columns) break
    text = longer
  }
  return text
}
