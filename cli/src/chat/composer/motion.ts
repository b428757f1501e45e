/** Where the cursor goes. */

import type { Composer } from '../model/composer.js'
import { newer, older } from './recall.js'
import { placeIn, placeOf, rowsOf } from './rows.js'
import { lineAround } from './units.js'

/** The same with the cursor elsewhere; what is typed next is undone by itself. */
export function moveTo(composer: Composer, cursor: number): Composer {
  return { ...composer, cursor, group: undefined, goal: undefined, completion: undefined }
}

export const lineStart = ({ text, cursor }: Composer): number => lineAround(text, cursor).from
export const lineEnd = ({ text, cursor }: Composer): number => lineAround(text, cursor).to

/** A row up or down; from the first and the last one to what was sent before. Nothing where there is nowhere to go. */
export function moveVertically(composer: Composer, by: 1 | -1, columns: number): Composer | undefined {
  const rows = rowsOf(composer, columns)
  const { row, column } = placeOf(rows, composer.cursor)
  const target = rows[row + by]
  const goal = composer.goal ?? column
  if (target !== undefined) return { ...moveTo(composer, placeIn(target, goal)), goal }
  const recalled = by < 0 ? older(composer, columns) : newer(composer)
  if (recalled !== undefined) return recalled
  const edge = by < 0 ? 0 : composer.text.length
  return composer.cursor === edge ? undefined : moveTo(composer, edge)
}
