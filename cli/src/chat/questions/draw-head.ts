/** What every question has: its first line, with how many wait, and a line of keys. */

import { boundedLine } from '@parley/acp/guard'
import type { Talk } from '../model/talk.js'
import { waitingIn } from '../model/talk-state.js'
import type { Cursor } from '../screen/frame.js'
import { cutLine, type Line, type Span, span, spread, widthOfLine } from '../screen/line.js'
import { wrapLine } from '../screen/wrap.js'

export interface QuestionDrawing {
  readonly lines: readonly Line[]
  readonly cursor?: Cursor | undefined
  /** There was no room for what is asked, or for the answers. */
  readonly isCramped?: boolean | undefined
  /** With a little more room the change would be seen, or each answer on a line of its own. */
  readonly isShort?: boolean | undefined
}

export interface QuestionRoom {
  readonly columns: number
  readonly rows: number
}

/** Wrapped to at most so many lines; the count of those that wait stands at the right of the first. */
export function titleLines(
  title: string,
  talk: Talk,
  { columns, most }: { readonly columns: number; readonly most: number },
): readonly Line[] {
  const waiting = waitingIn(talk)
  const count = waiting < 2 ? [] : [span(`1 of ${waiting} waiting`, 'muted')]
  const room = count.length === 0 ? columns : Math.max(10, columns - widthOfLine(count) - 1)
  const words = span(boundedLine(title, 300), { role: 'strong', isBold: true })
  const lines = wrapLine([words], room, {
    first: [span('? ', { role: 'warning', isBold: true })],
    rest: [span('  ')],
  })
  const shown =
    lines.length <= most ? lines : [...lines.slice(0, most - 1), cutMore(lines[most - 1] ?? [], room)]
  return shown.map((line, index) => (index === 0 && count.length > 0 ? spread(line, count, columns) : line))
}

const cutMore = (line: Line, columns: number): Line => [...cutLine(line, columns - 2), span(' …', 'muted')]

export function keyHints(pairs: readonly (readonly [string, string])[], columns: number): Line {
  const spans = pairs.flatMap(([key, means], index): readonly Span[] => [
    span(index === 0 ? '  ' : ' · ', 'muted'),
    span(key, { role: 'accent', isBold: true }),
    span(` ${means}`, 'muted'),
  ])
  return cutLine(spans, columns)
}

/** So much of what is known is seen before anything answers; of what is longer, that there is more. */
export const ENOUGH_FACTS = 6

/** What fits of a question that cannot be answered here, and how to see all of it. */
export function crampedLines(
  lines: readonly Line[],
  { attention }: Talk,
  { columns, rows }: QuestionRoom,
): QuestionDrawing {
  const way: Line =
    attention === 'question'
      ? [span('  make the window larger, or d', 'warning'), span(' · Esc dismiss', 'muted')]
      : keyHints([['Tab', 'answer']], columns)
  return {
    lines: [...lines.slice(0, Math.max(0, rows - 1)), cutLine(way, columns)].slice(0, Math.max(0, rows)),
    isCramped: true,
  }
}

export const ADDRESS_HINTS = [
  ['o', 'opens it'],
  ['y', 'I have visited it'],
  ['n', 'no'],
  ['Esc', 'dismiss'],
  ['d', 'shows all'],
] as const

export const CONFIRM_HINTS = [
  ['the same key once more', 'yes'],
  ['Esc', 'no'],
] as const
