/** The last words of a program that never said anything else: how it ended, and what it wrote where people look. */

import { boundedLine } from '@parley/acp/guard'

const MOST_LINES = 8
/** Where a program fell says less than over what. */
const STACK_FRAME = /^\s+at /
const LINE_CHARACTERS = 200

/** In one sentence; `ending` is absent for what still runs. */
export function lastWords(ending: string | undefined, lines: readonly string[]): string {
  const said = lines.filter(isTelling).slice(-MOST_LINES)
  const shown = said.map(line => boundedLine(line, LINE_CHARACTERS)).join(' / ')
  return `it never answered: ${ending ?? 'it runs, and says nothing'}${shown === '' ? '' : `; its last words: ${shown}`}`
}

function isTelling(line: string): boolean {
  return /\w/.test(line) && !STACK_FRAME.test(line)
}
