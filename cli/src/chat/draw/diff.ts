/** A change of a file in lines: side by side where there is room, else one below the other. */

import type { Line } from '../screen/line.js'

export interface Change {
  readonly path: string
  readonly oldText?: string | undefined
  readonly newText?: string | undefined
}

export interface DiffDrawing {
  readonly lines: readonly Line[]
  readonly added: number
  readonly removed: number
}

/** Texts are cleaned here. `most` bounds the lines; what is left out is counted. */
export function drawDiff(
  _change: Change,
  _setting: { readonly columns: number; readonly most: number },
): DiffDrawing {
  return { lines: [], added: 0, removed: 0 }
}
