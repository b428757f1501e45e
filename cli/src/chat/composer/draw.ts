/** The box in which one writes, with what could be meant above or below it. */

import type { Talk } from '../model/talk.js'
import type { Cursor } from '../screen/frame.js'
import type { Line } from '../screen/line.js'

export interface ComposerDrawing {
  readonly lines: readonly Line[]
  readonly cursor: Cursor
}

/** At most so many rows, of which the one with the cursor is one. */
export function drawComposer(
  _talk: Talk,
  _setting: { readonly columns: number; readonly rows: number; readonly hint: string },
): ComposerDrawing {
  return { lines: [], cursor: { row: 0, column: 0 } }
}
