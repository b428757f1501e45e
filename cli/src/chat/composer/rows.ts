/** How what is being written is broken into rows, so that every place in it has a row and a column, and back. */

import type { Cursor } from '../screen/frame.js'
import { cutToWidth, widthOf } from '../screen/width.js'
import { isShellLine } from './shell-line.js'
import { shownUnit, type Unit, unitsOf, type Written } from './units.js'

interface Range {
  readonly from: number
  readonly to: number
}

export interface Piece extends Range {
  readonly text: string
  readonly width: number
  readonly isMark: boolean
}

/** Its range is without the line end. */
export interface Row extends Range {
  readonly pieces: readonly Piece[]
  /** The line goes on in the next row: the place at the end of this one is the beginning of that one. */
  readonly goesOn: boolean
}

/** Too narrow for a border. */
export const isNarrow = (columns: number): boolean => columns < 12

/** How many columns the text has in a terminal of so many: the rest is border and prompt. */
export function textColumns(columns: number): number {
  return Math.max(2, columns - (isNarrow(columns) ? 3 : 6))
}

const known = new WeakMap<Written, { readonly columns: number; readonly rows: readonly Row[] }>()

/** The rows of a text that has so many columns. There is always one. */
export function rowsOf(written: Written, columns: number): readonly Row[] {
  const last = known.get(written)
  if (last?.columns === columns) return last.rows
  const rows: Row[] = []
  for (let from = 0; from <= written.text.length; ) {
    const end = written.text.indexOf('\n', from)
    const to = end === -1 ? written.text.length : end
    rows.push(...rowsOfLine(piecesOf(written, { from, to }, columns), { from, to }, columns))
    from = to + 1
  }
  known.set(written, { columns, rows })
  return rows
}

function piecesOf(written: Written, { from, to }: Range, columns: number): readonly Piece[] {
  const pieces = unitsOf(written, from, to).map(unit => toPiece(unit, columns))
  const [first] = pieces
  // The prompt shows it.
  if (from === 0 && first !== undefined && isShellLine(written.text))
    return [{ ...first, text: '', width: 0 }, ...pieces.slice(1)]
  return pieces
}

function toPiece(unit: Unit, columns: number): Piece {
  const { from, to, isMark } = unit
  const { text, width } = shownUnit(unit)
  if (width <= columns) return { from, to, text, width, isMark }
  const cut = cutToWidth(text, columns)
  return { from, to, text: cut, width: widthOf(cut), isMark }
}

function rowsOfLine(pieces: readonly Piece[], line: Range, columns: number): readonly Row[] {
  const rows: Row[] = []
  let [first, width, breakAt] = [0, 0, 0]
  const feed = (next: number): void => {
    const to = pieces[next]?.from ?? line.to
    rows.push({ from: pieces[first]?.from ?? line.from, to, pieces: pieces.slice(first, next), goesOn: true })
    first = next
    breakAt = next
  }
  for (const [index, piece] of pieces.entries()) {
    const isBlank = piece.text === ' '
    if (width + piece.width > columns) {
      if (isBlank) {
        // It hangs over the edge, where nobody sees it.
        feed(index + 1)
        width = 0
        continue
      }
      feed(breakAt > first ? breakAt : index)
      width = pieces.slice(first, index).reduce((sum, each) => sum + each.width, 0)
    }
    width += piece.width
    if (isBlank) breakAt = index + 1
  }
  rows.push({ from: pieces[first]?.from ?? line.to, to: line.to, pieces: pieces.slice(first), goesOn: false })
  return rows
}

export function placeOf(rows: readonly Row[], at: number): Cursor {
  const found = rows.findIndex(row => at < row.to || (at === row.to && !row.goesOn))
  const row = found === -1 ? rows.length - 1 : found
  return { row, column: columnsBefore(rows[row], at) }
}

function columnsBefore(row: Row | undefined, at: number): number {
  let column = 0
  for (const piece of row?.pieces ?? []) {
    if (piece.from >= at) break
    column += piece.width
  }
  return column
}

/** The place in a row that is nearest to a column, not behind it. */
export function placeIn(row: Row, column: number): number {
  let [width, place] = [0, row.from]
  for (const piece of row.pieces) {
    if (width + piece.width > column || (row.goesOn && piece.to === row.to)) break
    width += piece.width
    place = piece.to
  }
  return place
}
