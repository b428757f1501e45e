/** What terminals make of lines that have no room any longer, and how many rows those take then. */

import type { Cursor } from '../screen/frame.js'
import { type Line, textOfLine } from '../screen/line.js'
import { charactersOf, widthOfCharacter } from '../screen/width.js'

/** Which lines a terminal breaks anew when it becomes narrower; the others it cuts. */
export type Reflow = 'all' | 'all but the one with the cursor' | 'none'

export const NO_REFLOW: Reflow = 'none'

/** What is known of the terminal that has these variables. */
export function reflowOf(env: Readonly<Record<string, string | undefined>>): Reflow {
  const { TERM = '', TERM_PROGRAM, XTERM_VERSION, TMUX, STY } = env
  if (TMUX !== undefined) return 'all'
  if (XTERM_VERSION !== undefined || TERM === 'linux' || STY !== undefined) return 'none'
  return TERM_PROGRAM === 'vscode' ? 'all but the one with the cursor' : 'all'
}

/** How many rows there are between the first of these lines and the cursor, which stood in one of them. */
export function rowsAbove(
  lines: readonly Line[],
  cursor: Cursor,
  { columns, reflow }: { readonly columns: number; readonly reflow: Reflow },
): number {
  if (reflow === 'none') return cursor.row
  let rows = 0
  for (const line of lines.slice(0, cursor.row)) rows += rowsOf(textOfLine(line), columns)
  rows += Math.max(0, cursor.row - lines.length)
  return reflow === 'all' ? rows + Math.floor(cursor.column / columns) : rows
}

/** A wide character that does not fit goes to the next row whole. */
function rowsOf(text: string, columns: number): number {
  let [rows, room] = [1, columns]
  for (const character of charactersOf(text)) {
    const width = widthOfCharacter(character)
    if (width > room) {
      rows++
      room = columns
    }
    room -= width
  }
  return rows
}
