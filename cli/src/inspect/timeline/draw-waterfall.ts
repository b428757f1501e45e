/** One turn as a waterfall: when it was first heard of, how long each piece of work took, how fast the words came. */

import { boundedLine } from '@parley/acp/guard'
import type { TurnTiming } from '@parley/acp/inspect'
import type { Size } from '../../chat/screen/frame.js'
import { EMPTY, fillLine, type Line, lineOf, span } from '../../chat/screen/line.js'
import type { Role } from '../../chat/screen/style.js'
import type { Pane, Timeline } from './model.js'
import { toLength, toMoment, toSize } from './quantities.js'

type Piece = TurnTiming['spans'][number]

/** Each kind has a sign of its own, for those who see no colours. */
const BARS: Readonly<Record<Piece['kind'], readonly [bar: string, role: Role]>> = {
  tool: ['█', 'accent'],
  permission: ['?', 'warning'],
  file: ['=', 'good'],
  terminal: ['#', 'mode'],
  elicitation: ['?', 'warning'],
  silence: ['·', 'muted'],
}

export function drawWaterfall(
  timeline: Timeline,
  pane: Extract<Pane, { is: 'waterfall' }>,
  { columns, rows }: Size,
): readonly Line[] {
  const { turns, rows: all } = timeline.watched
  const turn = turns[pane.turn]
  if (turn === undefined) return [lineOf(' There is no such turn.', 'muted')]
  const until = turn.duration ?? Math.max(1, (all[timeline.count - 1]?.at ?? turn.at) - turn.at)
  const head = [...summary(turn, turns.length), EMPTY]
  const room = Math.max(1, rows - head.length - 1)
  const top = Math.max(0, Math.min(pane.top - Math.floor(room / 2), turn.spans.length - room))
  const bars = turn.spans.slice(top, top + room).map((each, index) => {
    const mark = top + index === pane.top ? span('>', 'selected') : span(' ')
    return [mark, ...drawSpan(each, until, columns - 1)]
  })
  const none = bars.length === 0 ? [lineOf('  Nothing but words.', 'muted')] : []
  return [...head, ...bars, ...none, lineOf(' ← → other turns   Enter goes to the row', 'muted')]
}

function summary(turn: TurnTiming, count: number): readonly Line[] {
  const length = turn.duration === undefined ? 'goes on' : `took ${toLength(turn.duration)}`
  const first = [
    `turn ${turn.turn + 1} of ${count}`,
    `at ${toMoment(turn.at)}`,
    length,
    turn.stopReason === undefined ? '' : boundedLine(turn.stopReason, 40),
    `session ${boundedLine(turn.session, 40)}`,
  ]
  const second = [
    `first news ${inWords(turn.firstUpdate)}`,
    `first words ${inWords(turn.firstChunk)}`,
    `${turn.chunks} pieces, ${turn.characters} characters`,
    turn.chunkRate === undefined ? '' : `${turn.chunkRate.toFixed(1)} pieces/s`,
    toSize(turn.bytes),
  ]
  const joined = (words: readonly string[]): string => ` ${words.filter(word => word !== '').join('  ')}`
  return [lineOf(joined(first), 'strong'), lineOf(joined(second))]
}

function inWords(milliseconds: number | undefined): string {
  return milliseconds === undefined ? 'never' : `after ${toLength(milliseconds)}`
}

function drawSpan({ kind, label, from, until }: Piece, whole: number, columns: number): Line {
  const name = Math.max(12, Math.floor(columns / 3))
  const length = 9
  const room = Math.max(5, columns - name - length - 2)
  const end = until ?? whole
  const [sign, role] = BARS[kind]
  const start = Math.min(room - 1, Math.max(0, Math.round((from / whole) * room)))
  const width = Math.max(1, Math.min(room - start, Math.round(((end - from) / whole) * room)))
  const text = lineOf(boundedLine(`${kind} ${label}`, 200), role)
  return [
    ...fillLine(text, name),
    span(' '),
    span(' '.repeat(start)),
    span(sign.repeat(width), role),
    span(' '.repeat(Math.max(0, room - start - width))),
    span(`${until === undefined ? '…' : toLength(end - from)}`.padStart(length), 'muted'),
  ]
}
