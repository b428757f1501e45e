/** What terminals make of lines that have no room any longer, and how many rows those take then. */

import type { Cursor } from '../screen/frame.js'
import { type Line, textOfLine } from '../screen/line.js'
import { charactersOf, widthOfCharacter } from '../screen/width.js'

/** Which lines a terminal breaks anew when it becomes narrower; the others it cuts. */
export type Reflow = 'all' | 'as xterm.js' | 'none'

export const NO_REFLOW: Reflow = 'none'

/** What is known of the terminal that has these variables. */
export function reflowOf(env: Readonly<Record<string, string | undefined>>): Reflow {
  const { TERM = '', TERM_PROGRAM, XTERM_VERSION, TMUX, STY } = env
  if (TMUX !== undefined) return 'all'
  if (XTERM_VERSION !== undefined || TERM === 'linux' || STY !== undefined) return 'none'
  return TERM_PROGRAM === 'vscode' ? 'as xterm.js' : 'all'
}

/** How many rows there are between the first of these lines and the cursor, which stood in one of them. */
export function rowsAbove(
  lines: readonly Line[],
  cursor: Cursor,
  { columns, reflow }: { readonly columns: number; readonly reflow: Reflow },
): number {
  if (reflow === 'none') return cursor.row
  const added = lines.map(line => rowsOf(textOfLine(line), columns) - 1)
  if (reflow === 'as xterm.js') return asXtermJs(added, cursor.row)
  const upToCursor = beginning(textOfLine(lines[cursor.row] ?? []), cursor.column)
  const within = rowsOf(upToCursor, columns) - 1
  return added.slice(0, cursor.row).reduce((rows, each) => rows + each, cursor.row + within)
}

/**
 * From the lowest line up, the cursor goes down by every row that is added, those below it included; and the line in which
 * it then seems to stand is left alone.
 */
function asXtermJs(added: readonly number[], row: number): number {
  let at = row
  for (let index = added.length - 1; index >= 0; index--) if (at !== index) at += added[index] ?? 0
  return at
}

/** The characters before a column, and the one in it. */
function beginning(text: string, column: number): string {
  let [found, width] = ['', 0]
  for (const character of charactersOf(text)) {
    if (width > column) break
    found += character
    width += widthOfCharacter(character)
  }
  return found
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
