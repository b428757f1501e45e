/** Pages that are lists: all that was found wrong, and what the keys do. */

import { boundedLine } from '@parley/acp/guard'
import { queryFields } from '@parley/acp/inspect'
import type { Size } from '../../chat/screen/frame.js'
import { cutLine, EMPTY, fillLine, type Line, lineOf, span } from '../../chat/screen/line.js'
import { KEY_HELP } from './keys.js'
import type { Pane, Timeline } from './model.js'
import { scrolled } from './scroll.js'

const SIGNS = { must: ['✗', 'bad'], should: ['▲', 'warning'], note: ['i', 'info'] } as const

export function drawFindings(
  timeline: Timeline,
  pane: Extract<Pane, { is: 'findings' }>,
  { columns, rows }: Size,
): readonly Line[] {
  const { findings } = timeline.watched
  if (findings.length === 0) return [lineOf(' Nothing was found wrong.', 'good')]
  const top = Math.max(0, Math.min(pane.cursor - Math.floor(rows / 2), findings.length - rows))
  return findings.slice(top, top + rows).map(({ weight, rule, by, row, text }, index) => {
    const [sign, role] = SIGNS[weight]
    const isHere = top + index === pane.cursor
    const line = [
      span(isHere ? '>' : ' ', isHere ? 'selected' : undefined),
      span(`${sign} `, role),
      ...fillLine(lineOf(`${rule} `, role), Math.min(24, Math.floor(columns / 3))),
      span(`#${row} ${by} `.padEnd(14), 'muted'),
      span(boundedLine(text, 400)),
    ]
    return cutLine(line, columns)
  })
}

const SIGN_HELP: readonly (readonly [string, string])[] = [
  ['→ ←', 'to the agent, to the client'],
  ['? = !', 'a request, its result, its error'],
  ['.', 'a notification'],
  ['# | *', 'no message at all; stderr; something that happened to the wire'],
  ['✗ ▲ i', 'breaks a must; breaks a should or was mended; is odd and allowed'],
]

export function drawHelp({ top }: Extract<Pane, { is: 'help' }>, { columns, rows }: Size): readonly Line[] {
  return scrolled(helpLines(columns), top, rows)
}

/** The page of help, whole. */
export function helpLines(columns: number): readonly Line[] {
  const table = (pairs: readonly (readonly [string, string])[]): readonly Line[] =>
    pairs.map(([left, right]) =>
      cutLine([...fillLine(lineOf(`  ${left}`, 'strong'), 18), span(right)], columns),
    )
  return [
    lineOf(' Keys', 'heading'),
    ...table(KEY_HELP),
    EMPTY,
    lineOf(' Signs', 'heading'),
    ...table(SIGN_HELP),
    EMPTY,
    lineOf(' Filter', 'heading'),
    ...table(queryFields.map(([name, about]) => [`${name}:`, about] as const)),
  ]
}
