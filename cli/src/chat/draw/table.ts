/** A table that fits: columns give way where they are widest; where there are too many, each row stands by itself. */

import type { Token, Tokens } from 'marked'
import { EMPTY, fillLine, type Line, lineOf, type Span, span, widthOfLine } from '../screen/line.js'
import { wrapLine } from '../screen/wrap.js'
import { drawInline } from './inline.js'

const NARROWEST = 8
const BETWEEN = span(' │ ', 'border')

type Align = 'center' | 'left' | 'right' | null

export function drawTable(table: Tokens.Table, columns: number): readonly Line[] {
  return drawParts(table, columns).flat()
}

/** The rows of a table without its head; nothing for what is no table. */
export function drawRows(token: Token, columns: number): readonly Line[] {
  return isTable(token) ? (drawParts(token, columns)[1] ?? []) : []
}

export function countRows(token: Token): number {
  return isTable(token) ? token.rows.length : 0
}

/** The lines that make a table of the rows below them, where the text ends with one. */
export function headOfTable(tokens: readonly Token[]): string | undefined {
  const last = tokens.findLast(({ type }) => type !== 'space')
  return last?.type === 'table' ? /^[^\n]*\n[^\n]*\n/.exec(last.raw)?.[0] : undefined
}

const isTable = (token: Token): token is Tokens.Table => token.type === 'table'

/** The head, and the rows. */
function drawParts(
  { header, rows, align }: Tokens.Table,
  columns: number,
): readonly [readonly Line[], readonly Line[]] {
  const head = header.map(cell => toLine(cell, true))
  const body = rows.map(row => row.map(cell => toLine(cell, false)))
  const widths = narrow(widthsOf([head, ...body]), columns - 3 * (head.length - 1))
  if (widths === undefined) return [[], drawAsRows(head, body, columns)]
  const rule = widths.map(width => '─'.repeat(width)).join('─┼─')
  return [
    [...drawRow(head, widths, align), lineOf(rule, 'border')],
    body.flatMap(row => drawRow(row, widths, align)),
  ]
}

function toLine({ tokens }: Tokens.TableCell, isHead: boolean): Line {
  const lines = drawInline(tokens, isHead ? { isBold: true } : undefined)
  return lines.flatMap((line, index) => (index === 0 ? line : [span(' '), ...line]))
}

function widthsOf(rows: readonly (readonly Line[])[]): readonly number[] {
  const widths: number[] = rows[0]?.map(() => 1) ?? []
  for (const row of rows)
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 1, widthOfLine(cell))
  return widths
}

/** Widths that make no more than the room; none where columns would become too narrow to read. */
function narrow(wanted: readonly number[], room: number): readonly number[] | undefined {
  const total = wanted.reduce((sum, width) => sum + width, 0)
  if (total <= room) return wanted
  const least = wanted.reduce((sum, width) => sum + Math.min(width, NARROWEST), 0)
  if (least > room) return undefined
  // The greatest width to which all wider columns can be cut.
  let [low, high] = [NARROWEST, Math.max(...wanted)]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    const sum = wanted.reduce((all, width) => all + Math.min(width, middle), 0)
    if (sum <= room) low = middle
    else high = middle - 1
  }
  return wanted.map(width => Math.min(width, low))
}

function drawRow(
  cells: readonly Line[],
  widths: readonly number[],
  align: readonly Align[],
): readonly Line[] {
  const wrapped = widths.map((width, index) => wrapLine(cells[index] ?? EMPTY, width))
  const height = Math.max(1, ...wrapped.map(lines => lines.length))
  return Array.from({ length: height }, (_, row) =>
    widths.flatMap((width, index): readonly Span[] => {
      const cell = place(wrapped[index]?.[row] ?? EMPTY, width, align[index])
      const isLast = index === widths.length - 1
      return isLast ? trimmed(cell) : [...cell, BETWEEN]
    }),
  )
}

function place(line: Line, width: number, align: Align | undefined): Line {
  const rest = width - widthOfLine(line)
  if (rest <= 0 || align === null || align === undefined || align === 'left') return fillLine(line, width)
  const left = align === 'right' ? rest : Math.floor(rest / 2)
  return fillLine(left > 0 ? [span(' '.repeat(left)), ...line] : line, width)
}

function trimmed(line: Line): Line {
  const last = line.at(-1)
  return last !== undefined && last.text.trim() === '' ? line.slice(0, -1) : line
}

function drawAsRows(
  head: readonly Line[],
  body: readonly (readonly Line[])[],
  columns: number,
): readonly Line[] {
  if (body.length === 0) return head.flatMap(cell => wrapLine(cell, columns))
  return body.flatMap((row, index) => [
    ...(index > 0 ? [EMPTY] : []),
    ...row.flatMap((cell, at) =>
      wrapLine([...(head[at] ?? EMPTY), span(': '), ...cell], columns, { rest: [span('  ')] }),
    ),
  ])
}
