/** One row of the timeline as a line. Signs say what colours say, so that nothing is lost without colours. */

import { boundedLine } from '@parley/acp/guard'
import type { Row, RowKind } from '@parley/acp/inspect'
import { cutLine, fillLine, type Line, lineOf, type Span, span } from '../../chat/screen/line.js'
import type { Role } from '../../chat/screen/style.js'
import { verdictOf } from './model.js'
import { toLength, toMoment, toSize } from './quantities.js'

const GLYPHS: Readonly<Record<RowKind, readonly [glyph: string, role: Role]>> = {
  request: ['?', 'strong'],
  result: ['=', 'good'],
  error: ['!', 'bad'],
  notification: ['.', 'muted'],
  noise: ['#', 'bad'],
  stderr: ['|', 'warning'],
  event: ['*', 'info'],
}
const VERDICTS = { bad: ['✗', 'bad'], warning: ['▲', 'warning'], note: ['i', 'info'] } as const
const MOST_CHARACTERS = 300

/** How wide each part is; 0 where there is no room for it. */
export interface Columns {
  readonly time: number
  readonly method: number
  readonly session: number
  readonly latency: number
  readonly size: number
}

export function columnsFor(width: number): Columns {
  if (width >= 110) return { time: 10, method: 30, session: 9, latency: 8, size: 6 }
  if (width >= 80) return { time: 9, method: 24, session: 0, latency: 7, size: 5 }
  return { time: 8, method: 18, session: 0, latency: 7, size: 0 }
}

/** What is before the label, what is behind it, and the label in what is left. */
export function drawRow(row: Row, width: number): Line {
  const columns = columnsFor(width)
  const [glyph, role] = GLYPHS[row.kind]
  const verdict = verdictOf(row)
  const [sign, signRole] = verdict === undefined ? [' ', undefined] : VERDICTS[verdict]
  const left: Span[] = [
    span(`${toMoment(row.at).padStart(columns.time)} `, 'muted'),
    span(row.to === 'agent' ? '→' : row.to === 'client' ? '←' : ' ', row.to === 'agent' ? 'accent' : 'mode'),
    span(`${glyph} `, role),
    ...part(row.method ?? wordFor(row), columns.method, row.kind === 'error' ? 'bad' : undefined),
    ...part(row.session?.slice(-8) ?? '', columns.session, 'muted'),
  ]
  const right: Span[] = [
    ...rightPart(row.latency === undefined ? '' : toLength(row.latency), columns.latency),
    ...rightPart(row.bytes === 0 ? '' : toSize(row.bytes), columns.size),
    span(` ${sign}`, signRole),
  ]
  const taken = left.concat(right).reduce((sum, { text }) => sum + text.length, 0)
  const label = fillLine(lineOf(boundedLine(labelOf(row), MOST_CHARACTERS)), Math.max(0, width - taken))
  return cutLine([...left.flatMap(each => fillTo(each)), ...label, ...right], width)
}

/** Where something is wrong that is what people look for. */
function labelOf(row: Row): string {
  const [finding] = row.findings
  const [flaw] = row.flaws
  if (finding !== undefined && finding.weight !== 'note') return `${finding.rule}: ${finding.text}`
  if (flaw !== undefined) return `${flaw.path}: expected ${flaw.expected}, found ${flaw.found}`
  return row.label
}

function wordFor({ kind }: Row): string {
  return kind === 'result' || kind === 'error' ? `(${kind})` : kind
}

function part(text: string, columns: number, role?: Role): readonly Span[] {
  if (columns === 0) return []
  return [...fillLine(lineOf(boundedLine(text, MOST_CHARACTERS), role), columns - 1), span(' ')]
}

function rightPart(text: string, columns: number): readonly Span[] {
  return columns === 0 ? [] : [span(text.slice(0, columns).padStart(columns), 'muted')]
}

function fillTo(piece: Span): readonly Span[] {
  return piece.text === '' ? [] : [piece]
}
