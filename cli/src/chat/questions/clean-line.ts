/** Text of others as lines of the screen: cleaned, without tabs, wrapped, and no more of it looked at than has room. */

import { sanitizeForDisplay } from '@parley/acp/guard'
import { type Line, span } from '../screen/line.js'
import type { Role } from '../screen/style.js'
import { cutToWidth } from '../screen/width.js'
import { wrapLine } from '../screen/wrap.js'

export interface Room {
  readonly columns: number
  /** At most so many lines; one that had more ends with `…`. */
  readonly most: number
}

/** Several lines of text, each wrapped below itself with its indent. */
export function cleanLines(text: string, { columns, most }: Room, role?: Role): readonly Line[] {
  const lines: Line[] = []
  const bounded = text.slice(0, (columns + 1) * (most + 1) * 4)
  for (const each of sanitizeForDisplay(bounded).split('\n')) {
    if (lines.length >= most) break
    lines.push(...wrapped(each.replace(/\t/g, '  '), { columns, most: most + 1 - lines.length }, role))
  }
  const isCut = bounded.length < text.length || lines.length > most
  if (!isCut) return lines
  return [...lines.slice(0, Math.max(0, most - 1)), [span('  …', 'muted')]]
}

function wrapped(text: string, { columns, most }: Room, role: Role | undefined): readonly Line[] {
  const indent = /^ */.exec(text)?.[0].slice(0, Math.floor(columns / 3)) ?? ''
  const words = cutToWidth(text.trimStart(), columns * (most + 1))
  const first = indent === '' ? [] : [span(indent)]
  return wrapLine([span(words, role)], columns, { first, rest: [span(`${indent}  `)] })
}
