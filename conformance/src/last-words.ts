/** The last words of a program that never said anything else: how it ended, and what it wrote where people look. */

import { boundedLine } from '@parley/acp/guard'

const MOST_LINES = 6
const LINE_CHARACTERS = 200

/** In one sentence; `ending` is absent for what still runs. */
export function lastWords(ending: string | undefined, lines: readonly string[]): string {
  const said = lines.map(line => boundedLine(line, LINE_CHARACTERS)).filter(line => line.trim() !== '')
  const shown = said.slice(-MOST_LINES).join(' / ')
  return `it never answered: ${ending ?? 'it runs, and says nothing'}${shown === '' ? '' : `; its last words: ${shown}`}`
}
