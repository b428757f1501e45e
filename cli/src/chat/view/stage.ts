/** A conversation that is not open: what is the matter, and what can be done. */

import { boundedLine } from '@parley/acp/guard'
import type { Talk } from '../model/talk.js'
import { type Line, lineOf, span } from '../screen/line.js'
import { wrapLine } from '../screen/wrap.js'

export function drawStage(
  { stage }: Talk,
  { columns, rows }: { readonly columns: number; readonly rows: number },
): readonly Line[] {
  if (stage.is !== 'sign-in') return []
  const methods = stage.methods
    .slice(0, 9)
    .map(({ name, description, isTerminal }, index) => [
      span(`  ${index + 1}  `, 'strong'),
      span(boundedLine(name, 80)),
      span(isTerminal ? '  (in this terminal)' : '', 'muted'),
      span(description === undefined ? '' : `  ${boundedLine(description, 200)}`, 'muted'),
    ])
  const lines = [
    lineOf(`? ${boundedLine(stage.message, 300)}`, 'warning'),
    ...methods,
    lineOf('  Press the number of a way to sign in', 'muted'),
  ]
  return lines.flatMap(line => wrapLine(line, columns)).slice(0, rows)
}
