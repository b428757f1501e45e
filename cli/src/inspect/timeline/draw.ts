/** The whole timeline as lines, as many as there is room for. Draws only what is seen, whatever the number of rows. */

import { boundedLine, sanitizeLine } from '@parley/acp/guard'
import type { Size } from '../../chat/screen/frame.js'
import {
  cutLine,
  EMPTY,
  fillLine,
  type Line,
  lineOf,
  span,
  spread,
  widthOfLine,
} from '../../chat/screen/line.js'
import { counted } from '../../listing/count.js'
import { drawDetail } from './draw-detail.js'
import { drawFindings, drawHelp } from './draw-lists.js'
import { drawRow } from './draw-row.js'
import { drawWaterfall } from './draw-waterfall.js'
import { rowAt, selectedRow, shownCount, type Timeline } from './model.js'

const HEAD_LINES = 1
const FOOT_LINES = 1

export interface Drawing {
  readonly lines: readonly Line[]
  /** Where something is typed. */
  readonly cursor?: { readonly row: number; readonly column: number } | undefined
}

/** How many rows there is room for; to be told to the timeline when the size changes. */
export function rowsWithin({ rows }: Size, { hasStderr }: Pick<Timeline, 'hasStderr'>): number {
  return Math.max(1, rows - HEAD_LINES - FOOT_LINES - (hasStderr ? stderrLines(rows) : 0))
}

export function draw(timeline: Timeline, size: Size): Drawing {
  const { columns, rows } = size
  const room = Math.max(1, rows - HEAD_LINES - FOOT_LINES)
  const body =
    timeline.pane === undefined ? drawRows(timeline, size) : drawPane(timeline, { columns, rows: room })
  const filled = [
    ...body.slice(0, room),
    ...Array.from({ length: Math.max(0, room - body.length) }, () => EMPTY),
  ]
  const foot = drawFoot(timeline, columns)
  const lines = [drawHead(timeline, columns), ...filled, foot.line].slice(0, rows)
  return {
    lines: lines.map(line => cutLine(line, columns)),
    cursor: foot.cursor === undefined ? undefined : { row: rows - 1, column: foot.cursor },
  }
}

function drawPane(timeline: Timeline, size: Size): readonly Line[] {
  const { pane } = timeline
  switch (pane?.is) {
    case 'detail':
      return drawDetail(timeline, pane, size)
    case 'waterfall':
      return drawWaterfall(timeline, pane, size)
    case 'findings':
      return drawFindings(timeline, pane, size)
    case 'help':
      return drawHelp(pane, size)
    default:
      return []
  }
}

function drawHead(timeline: Timeline, columns: number): Line {
  const { watched, selection, count } = timeline
  const shown = shownCount(timeline)
  const version = watched.version === undefined ? '' : ` v${watched.version}`
  const wrong = watched.findings.filter(({ weight }) => weight !== 'note').length
  const right = [
    ...(selection.session === undefined ? [] : [`session ${selection.session.slice(-8)}`]),
    ...(selection.toolCall === undefined ? [] : [`call ${selection.toolCall.slice(-12)}`]),
    ...(selection.text === '' ? [] : [`/${selection.text}`]),
    shown === count ? counted(count, 'row') : `${shown} of ${count}`,
    ...(wrong === 0 ? [] : [`✗ ${wrong}`]),
    ...(timeline.isLive ? [wordForNow(timeline)] : []),
  ]
  const left = [span(boundedLine(timeline.title, 120), 'strong'), span(version, 'muted')]
  return spread(left, lineOf(boundedLine(right.join('  '), Math.max(10, columns - 12)), 'muted'), columns)
}

function wordForNow({ isFile, isTail }: Timeline): string {
  if (isFile) return 'reading'
  return isTail ? 'live' : 'live, not at its end'
}

function drawRows(timeline: Timeline, size: Size): readonly Line[] {
  const { columns } = size
  const room = rowsWithin(size, timeline)
  const lines: Line[] = []
  for (let place = timeline.top; place < timeline.top + room; place++) {
    const row = rowAt(timeline, place)
    if (row === undefined) break
    const line = drawRow(row, columns - 1)
    const isHere = place === timeline.cursor
    lines.push(
      isHere
        ? [span('>', 'selected'), ...line.map(({ text }) => span(text, 'selected'))]
        : [span(' '), ...line],
    )
  }
  if (lines.length === 0)
    lines.push(
      lineOf(timeline.count === 0 ? ' Nothing has passed yet.' : ' No row matches. Esc shows all.', 'muted'),
    )
  if (!timeline.hasStderr) return lines
  while (lines.length < room) lines.push(EMPTY)
  return [...lines, ...drawStderr(timeline, size)]
}

function stderrLines(rows: number): number {
  return Math.max(3, Math.floor(rows / 3))
}

/** What the agent had said on stderr by the time of the row one stands on. */
function drawStderr(timeline: Timeline, { columns, rows }: Size): readonly Line[] {
  const room = stderrLines(rows) - 1
  const { watched, count } = timeline
  const until = timeline.isTail ? count - 1 : (selectedRow(timeline)?.number ?? count - 1)
  const said: string[] = []
  for (let number = until; number >= 0 && said.length < room; number--) {
    const row = watched.rows[number]
    if (row?.kind === 'stderr') said.unshift(row.label)
  }
  const rule = `── stderr ${'─'.repeat(Math.max(0, columns - 10))}`
  return [lineOf(rule, 'border'), ...said.map(text => lineOf(` ${sanitizeLine(text)}`, 'warning'))].map(
    line => fillLine(line, columns),
  )
}

function drawFoot(timeline: Timeline, columns: number): { readonly line: Line; readonly cursor?: number } {
  const { prompt, notice } = timeline
  if (prompt === undefined) {
    const keys =
      timeline.pane === undefined
        ? 'Enter open  / filter  s search  f session  w turn  F findings  ? help  q leave'
        : 'Esc back  Enter opens and folds  ← → others  p pair'
    return {
      line: fillLine(
        notice === undefined
          ? lineOf(` ${keys}`, 'muted')
          : lineOf(` ${boundedLine(notice, 300)}`, 'warning'),
        columns,
      ),
    }
  }
  const mark = prompt.for === 'filter' ? '/' : 'search: '
  const typed = lineOf(`${mark}${sanitizeLine(prompt.line.text)}`)
  const before = widthOfLine(lineOf(`${mark}${sanitizeLine(prompt.line.text.slice(0, prompt.line.cursor))}`))
  const flaw =
    prompt.flaw === undefined ? EMPTY : [span('  ✗ ', 'bad'), span(boundedLine(prompt.flaw, 200), 'muted')]
  return { line: fillLine([...typed, ...flaw], columns), cursor: Math.min(before, columns - 1) }
}
