/** A conversation that is not open: what is the matter, and what can be done. */

import { boundedLine } from '@parley/acp/guard'
import type { Talk } from '../model/talk.js'
import { type Line, lineOf, span } from '../screen/line.js'
import { spinnerAt } from '../screen/spinner.js'
import { wrapLine } from '../screen/wrap.js'

export function drawStage(
  { stage, composer }: Talk,
  { columns, rows, now }: { readonly columns: number; readonly rows: number; readonly now: number },
): readonly Line[] {
  if (stage.is !== 'sign-in') return []
  const methods = stage.methods
    .slice(0, 9)
    .flatMap(({ name, description, isTerminal, isElsewhere, runs }, index) => [
      [
        span(`  ${index + 1}  `, 'strong'),
        span(boundedLine(name, 80)),
        span(isTerminal && isElsewhere !== true ? '  (in this terminal)' : '', 'muted'),
        span(description === undefined ? '' : `  ${boundedLine(description, 300)}`, 'muted'),
      ],
      ...(runs === undefined ? [] : [[span(`     runs ${boundedLine(runs, 2_000)}`)]]),
    ])
  const lines = [
    lineOf(`? ${boundedLine(stage.message, 300)}`, 'warning'),
    ...methods,
    footOf(stage, composer, now),
  ]
  return lines.flatMap(line => wrapLine(line, columns, { rest: [span('     ')] })).slice(0, rows)
}

function footOf(
  { underWay }: Extract<Talk['stage'], { readonly is: 'sign-in' }>,
  { text }: Talk['composer'],
  now: number,
): Line {
  if (underWay !== undefined)
    return [
      span(`${spinnerAt(now)} `, 'accent'),
      span(`signing in: ${boundedLine(underWay, 80)} …`),
      span('  Esc gives up', 'muted'),
    ]
  const hint =
    text === ''
      ? 'Press the number of a way to sign in'
      : 'Ctrl+C clears the line; then press the number of a way to sign in'
  return lineOf(`  ${hint}`, 'muted')
}
