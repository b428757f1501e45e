/** The lines of one changed file around the cursor, each with its numbers, its sign and the comments below it. */

import { sanitizeForDisplay } from '@parley/acp/guard'
import { ADDED, REMOVED } from '../../draw/changed-words.js'
import { NO_END, textsOf } from '../../draw/row-text.js'
import { inputLine } from '../../draw/text-input.js'
import type { TurnChange } from '../../event.js'
import type { ReviewComment } from '../../model/talk.js'
import type { Cursor } from '../../screen/frame.js'
import { cutLine, type Line, lineOf, span } from '../../screen/line.js'
import { wrapLine } from '../../screen/wrap.js'
import { linesAround } from '../lines-around.js'
import { commentsBelow } from './comments.js'
import type { ReviewPage } from './page.js'
import { type Reviewed, type ReviewRow, reviewed } from './rows.js'

const MOST_LINES = 12

export interface FileSetting {
  readonly columns: number
  readonly rows: number
  readonly comments: readonly ReviewComment[]
}

export interface FileDrawing {
  readonly lines: readonly Line[]
  /** Where a comment is being written. */
  readonly cursor?: Cursor | undefined
}

/** At most so many rows, of which the line with the cursor is one. */
export function drawFile(page: ReviewPage, change: TurnChange, setting: FileSetting): FileDrawing {
  const found = reviewed(change)
  const { columns, rows } = setting
  const note =
    found.note === undefined ? [] : [lineOf(sanitizeForDisplay(found.note).replaceAll('\n', ' '), 'muted')]
  if (found.rows.length === 0) return { lines: [...note, ...drawComments(found, 0, setting)].slice(0, rows) }
  const sheet = { found, setting }
  const written =
    page.input === undefined ? undefined : inputLine(page.input, { columns, label: '    ✎ ', role: 'accent' })
  const blockOf = (at: number): readonly Line[] =>
    at === page.row
      ? [...drawBlock(at, sheet, true), ...(written === undefined ? [] : [written.line])]
      : drawBlock(at, sheet, false)
  const lines = linesAround(page.row, rows - note.length, blockOf)
  const shown = [...note, ...lines]
  if (written === undefined) return { lines: shown }
  const row = shown.indexOf(written.line)
  return row < 0 ? { lines: shown } : { lines: shown, cursor: { row, column: written.column } }
}

interface Sheet {
  readonly found: Reviewed
  readonly setting: FileSetting
}

function drawBlock(at: number, sheet: Sheet, isChosen: boolean): readonly Line[] {
  const { found, setting } = sheet
  const row = found.rows[at]
  if (row === undefined) return []
  const gap = row.isAfterGap ? [lineOf(`  ${' '.repeat(found.gutter * 2 + 2)}⋯`, 'muted')] : []
  return [...gap, ...drawRow(row, sheet, isChosen), ...drawComments(found, at, setting)]
}

function drawRow(row: ReviewRow, { found, setting }: Sheet, isChosen: boolean): readonly Line[] {
  const { gutter } = found
  const number = (value: number): string => (value === 0 ? '' : String(value)).padStart(gutter)
  const style = row.sign === '+' ? ADDED : row.sign === '-' ? REMOVED : undefined
  const mark = row.sign === '-' ? '−' : row.sign
  const first: Line = [
    isChosen ? span('▸ ', 'accent') : span('  '),
    span(`${number(row.old)} ${number(row.now)} `, isChosen ? 'accent' : 'muted'),
    span(`${mark} `, style),
  ]
  const rest: Line = [span(' '.repeat(gutter * 2 + 6))]
  const words = textOf(row, found)
  const text = isChosen ? words.map(piece => span(piece.text, { ...piece.style, isBold: true })) : words
  const lines = boundRow(wrapLine(text, setting.columns, { first, rest }), rest)
  return row.isOpen ? [...lines, cutLine([...rest, span(NO_END, 'muted')], setting.columns)] : lines
}

// The words of a line are compared once, not with every picture.
const texts = new WeakMap<ReviewRow, Line>()

function textOf(row: ReviewRow, { marksEnds }: Reviewed): Line {
  const text = texts.get(row) ?? textsOf({ row, mate: row.mate }, { marksEnds })[0]
  texts.set(row, text)
  return text
}

/** What is left out of a very long line is never left out silently. */
function boundRow(lines: readonly Line[], rest: Line): readonly Line[] {
  if (lines.length <= MOST_LINES) return lines
  const left = lines.length - MOST_LINES + 1
  return [...lines.slice(0, MOST_LINES - 1), [...rest, span(`… the line goes on for ${left} rows`, 'muted')]]
}

function drawComments(found: Reviewed, at: number, { columns, comments }: FileSetting): readonly Line[] {
  if (comments.length === 0) return []
  return commentsBelow(comments, found, at).flatMap(({ comment, isStale }) => {
    const stale = isStale ? `line ${comment.line}, which has changed: ` : ''
    const text = lineOf(stale + sanitizeForDisplay(comment.text).replace(/[\n\t]/g, ' '), 'info')
    return wrapLine(text, columns, { first: [span('    ┃ ', 'accent')] }).slice(0, MOST_LINES)
  })
}
