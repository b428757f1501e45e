/** The prompts that wait, one line each. */

import { boundedLine } from '@parley/acp/guard'
import type { Talk } from '../model/talk.js'
import { cutLine, type Line, span } from '../screen/line.js'

export function drawQueueTray(
  { queue, isHeld }: Talk,
  { columns, rows }: { readonly columns: number; readonly rows: number },
): readonly Line[] {
  if (queue.length === 0 || rows < 1) return []
  const shown = queue.length > rows ? queue.slice(0, rows - 1) : queue
  const word = isHeld ? 'held' : 'next'
  const lines = shown.map(({ text }, index) => [
    span(`${index === 0 ? word.padEnd(4) : '    '} ${index + 1}. `, isHeld ? 'warning' : 'muted'),
    span(boundedLine(text, 300)),
  ])
  const rest = queue.length - shown.length
  const more = rest > 0 ? [[span(`     … ${rest} more, Alt+Q shows them`, 'muted')]] : []
  return [...lines, ...more].map(line => cutLine(line, columns))
}
