/** How what is being written is broken into rows, so that every place in it has a row and a column, and back. */

import type { Cursor } from '../screen/frame.js'
import { cutToWidth, widthOf } from '../screen/width.js'
import { isShellLine } from './shell-line.js'
import { shownUnit, type Unit, unitsOf, type Written } from './units.js'

/** Places in a line, counted from its beginning. */
interface Range {
  readonly from: number
  readonly to: number
}

export interface Piece extends Range {
  readonly text: string
  readonly width: number
  readonly isMark: boolean
}

interface LineRow extends Range {
  readonly pieces: readonly Piece[]
  /** The line goes on in the next row: the place at the end of this one is the beginning of that one. */
  readonly goesOn: boolean
}

/** Counted in the whole text, without the line end; its pieces are counted from where the line begins. */
export interface Row extends LineRow {
  readonly line: number
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
  for (let line = 0; line <= written.text.length; ) {
    const end = written.text.indexOf('\n', line)
    const to = end === -1 ? written.text.length : end
    const text = written.text.slice(line, to)
    const isShell = line === 0 && isShellLine(text)
    const found =
      isShell || text.includes('[')
        ? breakLine({ ...written, text }, columns, isShell)
        : recall(text, columns)
    for (const row of found) rows.push({ ...row, line, from: line + row.from, to: line + row.to })
    line = to + 1
  }
  known.set(written, { columns, rows })
  return rows
}

const MOST_LINES = 5_000
let memory = {
  columns: 0,
  newer: new Map<string, readonly LineRow[]>(),
  older: new Map<string, readonly LineRow[]>(),
}

/** A line is broken anew only where it changed: the others are those of a moment ago. */
function recall(text: string, columns: number): readonly LineRow[] {
  if (memory.columns !== columns) memory = { columns, newer: new Map(), older: new Map() }
  const rows =
    memory.newer.get(text) ?? memory.older.get(text) ?? breakLine({ text, folds: [] }, columns, false)
  memory.newer.set(text, rows)
  if (memory.newer.size > MOST_LINES) memory = { columns, newer: new Map(), older: memory.newer }
  return rows
}

function breakLine(line: Written, columns: number, isShell: boolean): readonly LineRow[] {
  const pieces = unitsOf(line, 0, line.text.length).map(unit => toPiece(unit, columns))
  const [first] = pieces
  // The prompt shows it.
  if (isShell && first !== undefined) pieces[0] = { ...first, text: '', width: 0 }
  return toRows(pieces, columns)
}

function toPiece(unit: Unit, columns: number): Piece {
  const { from, to, isMark } = unit
  const { text, width } = shownUnit(unit)
  if (width <= columns) return { from, to, text, width, isMark }
  const cut = cutToWidth(text, columns)
  return { from, to, text: cut, width: widthOf(cut), isMark }
}

function toRows(pieces: readonly Piece[], columns: number): readonly LineRow[] {
  const rows: LineRow[] = []
  let [first, width, breakAt] = [0, 0, 0]
  const feed = (next: number, end: number): void => {
    rows.push(toRow(pieces.slice(first, next), pieces[first]?.from ?? 0, true))
    first = next
    breakAt = next
    width = pieces.slice(next, end).reduce((sum, each) => sum + each.width, 0)
  }
  for (const [index, piece] of pieces.entries()) {
    const isBlank = piece.text === ' '
    if (isBlank && width + 1 > columns) {
      // It hangs over the edge, where nobody sees it.
      feed(index + 1, index + 1)
      continue
    }
    if (width + piece.width > columns && breakAt > first) feed(breakAt, index)
    if (width + piece.width > columns) feed(index, index)
    width += piece.width
    if (isBlank) breakAt = index + 1
  }
  rows.push(toRow(pieces.slice(first), pieces.at(-1)?.to ?? 0, false))
  return rows
}

/** `empty` is where a row without anything stands. */
function toRow(pieces: readonly Piece[], empty: number, goesOn: boolean): LineRow {
  return { from: pieces[0]?.from ?? empty, to: pieces.at(-1)?.to ?? empty, pieces, goesOn }
}

export function placeOf(rows: readonly Row[], at: number): Cursor {
  const found = rows.findIndex(row => at < row.to || (at === row.to && !row.goesOn))
  const row = found === -1 ? rows.length - 1 : found
  return { row, column: columnsBefore(rows[row], at) }
}

function columnsBefore(row: Row | undefined, at: number): number {
  let column = 0
  for (const piece of row?.pieces ?? []) {
    if ((row?.line ?? 0) + piece.from >= at) break
    column += piece.width
  }
  return column
}

/** The place in a row that is nearest to a column, not behind it. */
export function placeIn(row: Row, column: number): number {
  let [width, place] = [0, row.from]
  for (const piece of row.pieces) {
    if (width + piece.width > column || (row.goesOn && row.line + piece.to === row.to)) break
    width += piece.width
    place = row.line + piece.to
  }
  return place
}
