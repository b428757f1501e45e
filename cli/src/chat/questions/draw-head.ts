/** What every question has: its first line, with how many wait, and a line of keys. */

import { boundedLine } from '@parley/acp/guard'
import type { Talk } from '../model/talk.js'
import type { Cursor } from '../screen/frame.js'
import { cutLine, type Line, type Span, span, spread } from '../screen/line.js'

export interface QuestionDrawing {
  readonly lines: readonly Line[]
  readonly cursor?: Cursor | undefined
}

export interface QuestionRoom {
  readonly columns: number
  readonly rows: number
}

/** The count stands at the right where there is more than one. */
export function titleLine(title: string, { questions }: Talk, columns: number): readonly Line[] {
  const head: Line = [
    span('? ', { role: 'warning', isBold: true }),
    span(boundedLine(title, 300), { role: 'strong', isBold: true }),
  ]
  if (questions.length < 2) return [cutLine(head, columns)]
  return [spread(head, [span(`1 of ${questions.length} waiting`, 'muted')], columns)]
}

export function keyHints(pairs: readonly (readonly [string, string])[], columns: number): Line {
  const spans = pairs.flatMap(([key, means], index): readonly Span[] => [
    span(index === 0 ? '  ' : ' · ', 'muted'),
    span(key, { role: 'accent', isBold: true }),
    span(` ${means}`, 'muted'),
  ])
  return cutLine(spans, columns)
}

export const ADDRESS_HINTS = [
  ['o', 'opens it'],
  ['y', 'I have visited it'],
  ['n', 'no'],
  ['Esc', 'dismiss'],
  ['d', 'shows all'],
] as const
