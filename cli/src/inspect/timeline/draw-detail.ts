/** One message, whole: what it is, what was found wrong with it, and its JSON as a tree with the faults at their places. */

import { boundedLine } from '@parley/acp/guard'
import type { Entry, Row } from '@parley/acp/inspect'
import type { Size } from '../../chat/screen/frame.js'
import { cutLine, EMPTY, type Line, lineOf, type Span, span } from '../../chat/screen/line.js'
import type { Role } from '../../chat/screen/style.js'
import { shownValue } from './detail-value.js'
import type { Pane, Timeline } from './model.js'
import { toLength, toMoment, toSize } from './quantities.js'
import { type TreeLine, toTree } from './tree.js'

const ROLES: Readonly<Record<TreeLine['kind'], Role | undefined>> = {
  ...{
    open: 'muted',
    close: 'muted',
    folded: 'info',
    text: 'string',
    number: 'number',
    word: 'keyword',
    more: 'muted',
  },
}
const MOST_FAULTS = 6

export function drawDetail(
  timeline: Timeline,
  pane: Extract<Pane, { is: 'detail' }>,
  { columns, rows }: Size,
): readonly Line[] {
  const row = timeline.watched.rows[pane.row]
  if (row === undefined) return [lineOf(' It is gone.', 'muted')]
  const head = [facts(row), ...faults(row), EMPTY].map(line => cutLine(line, columns))
  if (typeof pane.entry !== 'object')
    return [...head, lineOf(pane.entry === 'gone' ? ' The message is no longer kept.' : ' …', 'muted')]
  const tree = toTree(shownValue(row, pane.entry, timeline.watched.rows), pane.folds)
  const room = Math.max(1, rows - head.length)
  const top = Math.max(0, Math.min(pane.cursor - Math.floor(room / 2), tree.length - room))
  const prefix = prefixOf(pane.entry, row)
  const lines = tree.slice(top, top + room).map((each, index) => {
    const line = cutLine(drawTreeLine(each, row, prefix), columns - 1)
    return top + index === pane.cursor ? [span('>', 'selected'), ...line] : [span(' '), ...line]
  })
  return [...head, ...lines]
}

/** Faults are told from the params or the result on. */
function prefixOf(entry: Entry, { kind }: Row): string {
  if (!('message' in entry)) return ''
  return kind === 'result' ? '/result' : kind === 'error' ? '/error' : '/params'
}

function facts(row: Row): Line {
  const { to, kind, method, id, session, latency, bytes } = row
  const words = [
    `#${row.number}`,
    toMoment(row.at),
    to === undefined ? '' : `to the ${to}`,
    kind,
    method ?? '',
    id === undefined ? '' : `id ${JSON.stringify(id)}`,
    session === undefined ? '' : `session ${session}`,
    latency === undefined ? '' : `after ${toLength(latency)}`,
    bytes === 0 ? '' : toSize(bytes),
  ]
  return lineOf(` ${boundedLine(words.filter(word => word !== '').join('  '), 500)}`, 'strong')
}

function faults(row: Row): readonly Line[] {
  const findings = row.findings.map(({ weight, rule, text, by }): Line => {
    const role = weight === 'must' ? 'bad' : weight === 'should' ? 'warning' : 'info'
    return [
      span(
        ` ${weight === 'must' ? '✗' : weight === 'should' ? '▲' : 'i'} ${rule} (${by}, ${weight}): `,
        role,
      ),
      span(boundedLine(text, 500)),
    ]
  })
  // What a rule says about the shape already is not said twice.
  const told = new Set(row.findings.map(({ text }) => text))
  const flaws = row.flaws
    .filter(flaw => !told.has(inWords(flaw)))
    .map((flaw): Line => {
      const { fatal } = flaw
      return [
        span(fatal ? ' ✗ shape ' : ' ▲ shape ', fatal ? 'bad' : 'warning'),
        span(boundedLine(inWords(flaw), 500)),
      ]
    })
  const all = [...findings, ...flaws]
  const rest = all.length - MOST_FAULTS
  return rest > 0 ? [...all.slice(0, MOST_FAULTS), lineOf(`   and ${rest} more`, 'muted')] : all
}

function inWords({ path, expected, found }: Row['flaws'][number]): string {
  return `${path || '/'}: expected ${expected}, found ${found}`
}

function drawTreeLine({ path, depth, name, text, kind }: TreeLine, row: Row, prefix: string): Line {
  const flaw =
    kind === 'close' ? undefined : row.flaws.find(each => each.path === path || prefix + each.path === path)
  const spans: Span[] = [span('  '.repeat(Math.min(depth, 20)))]
  if (name !== undefined) spans.push(span(name, 'name'), span(': ', 'muted'))
  spans.push(span(text, ROLES[kind]))
  if (flaw !== undefined)
    spans.push(
      span(
        `  ✗ expected ${boundedLine(flaw.expected, 80)}, found ${boundedLine(flaw.found, 80)}`,
        flaw.fatal ? 'bad' : 'warning',
      ),
    )
  return spans
}
