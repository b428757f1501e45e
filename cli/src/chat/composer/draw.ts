/** The box in which one writes, with what could be meant above it. */

import { boundedLine } from '@parley/acp/guard'
import type { Composer } from '../model/composer.js'
import type { Talk } from '../model/talk.js'
import type { Cursor } from '../screen/frame.js'
import { cutLine, fillLine, type Line, lineOf, span, widthOfLine } from '../screen/line.js'
import { endToWidth, widthOf } from '../screen/width.js'
import { drawChoices } from './choices.js'
import { foundIn } from './history-search.js'
import { isNarrow, placeOf, type Row, rowsOf, textColumns } from './rows.js'
import { isShellLine } from './shell-line.js'

export interface ComposerDrawing {
  readonly lines: readonly Line[]
  readonly cursor: Cursor
}

interface Room {
  readonly columns: number
  readonly rows: number
  readonly hint: string
}

/** What is in the box: some rows of all, and what is said on its borders. */
interface Content {
  readonly lines: readonly Line[]
  readonly cursor: Cursor
  readonly above: string
  readonly below: string
  readonly glyph: string
}

const BORDERS = 2

/** At most so many rows, of which the one with the cursor is one. */
export function drawComposer(talk: Talk, room: Room): ComposerDrawing {
  const { composer } = talk
  const rows = Math.max(1, room.rows)
  const hasBorder = !isNarrow(room.columns) && rows > BORDERS
  const border = hasBorder ? BORDERS : 0
  const choices = drawChoices(composer, { columns: room.columns, rows: rows - border - 1 })
  const inner = { ...room, columns: textColumns(room.columns), rows: rows - border - choices.length }
  const content = composer.search === undefined ? drawText(composer, inner) : drawSearch(composer, inner)
  const box = hasBorder ? inBox(content, room.columns) : withoutBox(content, room.columns)
  const { row, column } = box.cursor
  return { lines: [...choices, ...box.lines], cursor: { row: choices.length + row, column } }
}

function drawText(composer: Composer, { columns, rows, hint }: Room): Content {
  const all = rowsOf(composer, columns)
  const { row, column } = placeOf(all, composer.cursor)
  const top = Math.max(0, Math.min(row - Math.floor(rows / 2), all.length - rows))
  const shown = all.slice(top, top + rows)
  const under = all.length - top - shown.length
  const isEmpty = composer.text === ''
  return {
    lines: isEmpty ? [lineOf(boundedLine(hint, 500), 'muted')] : shown.map(lineOfRow),
    cursor: { row: row - top, column },
    above: top > 0 ? `↑ ${top} more` : '',
    below: under > 0 ? `↓ ${under} more` : '',
    glyph: isShellLine(composer.text) ? '!' : '›',
  }
}

/** Pieces of the same kind in one span; the last blank of a row that goes on hangs over the edge. */
function lineOfRow({ pieces, goesOn }: Row): Line {
  const last = pieces.at(-1)
  const kept = goesOn && last?.text === ' ' ? pieces.slice(0, -1) : pieces
  const spans: { text: string; isMark: boolean }[] = []
  for (const { text, isMark } of kept) {
    const before = spans.at(-1)
    if (before?.isMark === isMark) before.text += text
    else spans.push({ text, isMark })
  }
  return spans.map(({ text, isMark }) => span(text, isMark ? 'info' : undefined))
}

function drawSearch(composer: Composer, { columns, rows }: Room): Content {
  const found = foundIn(composer)
  const label = 'search: '
  const query = boundedLine(composer.search?.query ?? '', 500)
  const room = Math.max(1, columns - label.length)
  const shown = endToWidth(query, room, '…')
  const lines =
    found === undefined ? [lineOf('nothing found', 'muted')] : rowsOfFound(found, columns, rows - 1)
  return {
    lines: [cutLine([span(label, 'muted'), span(shown)], columns), ...lines.slice(0, Math.max(0, rows - 1))],
    cursor: { row: 0, column: Math.min(columns, label.length + widthOf(shown)) },
    above: 'sent before',
    below: 'Enter takes · Ctrl+R older · Esc back',
    glyph: '‹',
  }
}

const MOST_FOUND = 4_000

function rowsOfFound(text: string, columns: number, rows: number): readonly Line[] {
  const all = rowsOf({ text: text.slice(0, MOST_FOUND), folds: [] }, columns)
  return all.slice(0, Math.max(1, rows)).map(lineOfRow)
}

function inBox({ lines, cursor, above, below, glyph }: Content, columns: number): ComposerDrawing {
  const inner = textColumns(columns)
  const body = lines.map(
    (line, index): Line => [
      span('│ ', 'border'),
      index === 0 ? span(`${glyph} `, 'accent') : span('  '),
      ...fillLine(line, inner),
      span(' │', 'border'),
    ],
  )
  return {
    lines: [edge('╭╮', above, columns), ...body, edge('╰╯', below, columns)],
    cursor: { row: cursor.row + 1, column: cursor.column + 4 },
  }
}

/** A border with a word on it, where there is room for one. */
function edge(corners: '╭╮' | '╰╯', word: string, columns: number): Line {
  const [left, right] = corners
  const isSaid = word !== '' && widthOf(word) + 6 <= columns
  const said: Line = isSaid ? [span(' '), span(word, 'muted'), span(' ')] : []
  const dashes = '─'.repeat(Math.max(0, columns - 3 - widthOfLine(said)))
  return [span(`${left}─`, 'border'), ...said, span(`${dashes}${right}`, 'border')]
}

function withoutBox({ lines, cursor, glyph }: Content, columns: number): ComposerDrawing {
  const body = lines.map((line, index) =>
    cutLine([index === 0 ? span(`${glyph} `, 'accent') : span('  '), ...line], columns),
  )
  return { lines: body, cursor: { row: cursor.row, column: Math.min(cursor.column + 2, columns - 1) } }
}
