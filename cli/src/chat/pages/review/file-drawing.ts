/** The lines of one changed file around the cursor, each with its numbers, its sign and the comments below it. */

import { sanitizeForDisplay } from '@parley/acp/guard'
import { ADDED, REMOVED } from '../../draw/changed-words.js'
import { expandTabs } from '../../draw/clean-text.js'
import type { TurnChange } from '../../event.js'
import type { ReviewComment } from '../../model/talk.js'
import type { Cursor } from '../../screen/frame.js'
import { cutLine, type Line, lineOf, span } from '../../screen/line.js'
import { charactersOf, widthOf, widthOfCharacter } from '../../screen/width.js'
import { wrapLine } from '../../screen/wrap.js'
import { commentsBelow } from './comments.js'
import type { CommentInput, ReviewPage } from './page.js'
import { type Reviewed, type ReviewRow, reviewed } from './rows.js'

const MOST_CHARACTERS = 2_000
const MOST_LINES = 12
const NO_END = '(no line end at the end of the file)'

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
  const sheet = { found, setting, gutter: gutterOf(found) }
  const written = page.input === undefined ? undefined : drawInput(page.input, columns)
  const blockOf = (at: number): readonly Line[] =>
    at === page.row
      ? [...drawBlock(at, sheet, true), ...(written === undefined ? [] : [written.line])]
      : drawBlock(at, sheet, false)
  const lines = around(page.row, { rows: rows - note.length, count: found.rows.length, blockOf })
  const shown = [...note, ...lines]
  if (written === undefined) return { lines: shown }
  const row = shown.indexOf(written.line)
  return row < 0 ? { lines: shown } : { lines: shown, cursor: { row, column: written.column } }
}

interface Sheet {
  readonly found: Reviewed
  readonly setting: FileSetting
  readonly gutter: number
}

const gutters = new WeakMap<Reviewed, number>()

function gutterOf(found: Reviewed): number {
  const known = gutters.get(found)
  if (known !== undefined) return known
  const gutter = String(found.rows.reduce((most, { old, now }) => Math.max(most, old, now), 1)).length
  gutters.set(found, gutter)
  return gutter
}

function drawBlock(at: number, sheet: Sheet, isChosen: boolean): readonly Line[] {
  const { found, setting, gutter } = sheet
  const row = found.rows[at]
  if (row === undefined) return []
  const gap = row.isAfterGap ? [lineOf(`  ${' '.repeat(gutter * 2 + 2)}⋯`, 'muted')] : []
  return [...gap, ...drawRow(row, sheet, isChosen), ...drawComments(found, at, setting)]
}

function drawRow(row: ReviewRow, { setting, gutter }: Sheet, isChosen: boolean): readonly Line[] {
  const number = (value: number): string => (value === 0 ? '' : String(value)).padStart(gutter)
  const style = row.sign === '+' ? ADDED : row.sign === '-' ? REMOVED : undefined
  const mark = row.sign === '-' ? '−' : row.sign
  const first: Line = [
    isChosen ? span('▸ ', 'accent') : span('  '),
    span(`${number(row.old)} ${number(row.now)} `, isChosen ? 'accent' : 'muted'),
    span(`${mark} `, style),
  ]
  const rest: Line = [span(' '.repeat(gutter * 2 + 6))]
  const text = lineOf(toText(row), isChosen ? { ...style, isBold: true } : style)
  const lines = boundRow(wrapLine(text, setting.columns, { first, rest }), rest)
  return row.isOpen ? [...lines, cutLine([...rest, span(NO_END, 'muted')], setting.columns)] : lines
}

/** What is left out of a very long line is never left out silently. */
function boundRow(lines: readonly Line[], rest: Line): readonly Line[] {
  if (lines.length <= MOST_LINES) return lines
  const left = lines.length - MOST_LINES + 1
  return [...lines.slice(0, MOST_LINES - 1), [...rest, span(`… the line goes on for ${left} rows`, 'muted')]]
}

function toText({ text }: ReviewRow): string {
  const cut = (text.endsWith('\r') ? text.slice(0, -1) : text).slice(0, MOST_CHARACTERS)
  const left = text.length > MOST_CHARACTERS + 1 ? ` … ${text.length - MOST_CHARACTERS} more characters` : ''
  return expandTabs(sanitizeForDisplay(cut).replaceAll('\n', ' ')) + left
}

function drawComments(found: Reviewed, at: number, { columns, comments }: FileSetting): readonly Line[] {
  if (comments.length === 0) return []
  return commentsBelow(comments, found, at).flatMap(({ comment, isStale }) => {
    const stale = isStale ? `line ${comment.line}, which has changed: ` : ''
    const text = lineOf(stale + sanitizeForDisplay(comment.text).replace(/[\n\t]/g, ' '), 'info')
    return wrapLine(text, columns, { first: [span('    ┃ ', 'accent')] }).slice(0, MOST_LINES)
  })
}

/** As much of it as there is room for, with the cursor. */
function drawInput({ text, cursor }: CommentInput, columns: number): { line: Line; column: number } {
  const lead = '    ✎ '
  const room = Math.max(1, columns - widthOf(lead) - 1)
  const before: string[] = []
  let width = 0
  for (const character of charactersOf(text.slice(0, cursor)).toReversed()) {
    width += widthOfCharacter(character)
    if (width > room) break
    before.unshift(character)
  }
  const start = before.join('')
  const line = cutLine([span(lead, 'accent'), span(start + text.slice(cursor))], columns)
  return { line, column: Math.min(columns - 1, widthOf(lead) + widthOf(start)) }
}

interface Window {
  readonly rows: number
  readonly count: number
  readonly blockOf: (at: number) => readonly Line[]
}

/** The block in the middle whole where there is room, with as much above and below as fits. */
function around(at: number, { rows, count, blockOf }: Window): readonly Line[] {
  const middle = blockOf(at)
  if (middle.length >= rows) return middle.slice(middle.length - Math.max(0, rows))
  const below: Line[] = []
  for (let index = at + 1; index < count && below.length < rows; index++) below.push(...blockOf(index))
  const wanted = Math.max(Math.floor((rows - middle.length) / 2), rows - middle.length - below.length)
  const above: Line[] = []
  for (let index = at - 1; index >= 0 && above.length < wanted; index--) above.unshift(...blockOf(index))
  return [...above.slice(Math.max(0, above.length - wanted)), ...middle, ...below].slice(0, rows)
}
