/** Turns as waterfalls: when something was first heard, how long each piece of work took, how fast the words came. */

import { boundedLine } from '@parley/acp/guard'
import type { TurnTiming } from '@parley/acp/inspect'
import { counted } from '../parts/counted.js'
import { toLength, toMoment, toSize } from './row-words.js'

interface WaterfallProps {
  readonly turns: readonly TurnTiming[]
  /** When the last message passed: what goes on has come so far. */
  readonly now: number
  go(row: number): void
}

const MOST_TURNS = 200

export function Waterfall({ turns, now, go }: WaterfallProps) {
  if (turns.length === 0) return <p className="protocol-none">No turn has begun.</p>
  return (
    <ol className="protocol-turns">
      {turns
        .slice(-MOST_TURNS)
        .toReversed()
        .map(turn => (
          <Turn key={turn.turn} turn={turn} now={now} go={go} />
        ))}
    </ol>
  )
}

function Turn({ turn, now, go }: Omit<WaterfallProps, 'turns'> & { readonly turn: TurnTiming }) {
  const whole = Math.max(1, turn.duration ?? now - turn.at)
  const length = turn.duration === undefined ? 'goes on' : `took ${toLength(turn.duration)}`
  const facts = [
    `at ${toMoment(turn.at)}`,
    length,
    turn.stopReason,
    `first news ${heard(turn.firstUpdate)}`,
    `first words ${heard(turn.firstChunk)}`,
    counted(turn.chunks, 'piece'),
    turn.chunkRate === undefined ? undefined : `${turn.chunkRate.toFixed(1)} a second`,
    toSize(turn.bytes),
  ]
  return (
    <li className="protocol-turn">
      <button type="button" className="protocol-turn-head" onClick={() => go(turn.prompt)}>
        <strong>Turn {turn.turn + 1}</strong>{' '}
        <span>{facts.filter(fact => fact !== undefined).join(' · ')}</span>
      </button>
      <ul className="protocol-spans">
        {turn.spans.map(span => (
          <li key={`${span.row} ${span.kind} ${span.from}`}>
            <button type="button" className="protocol-span" onClick={() => go(span.row)}>
              <span className="protocol-span-label">
                {span.kind} {boundedLine(span.label, 80)}
              </span>
              <span className="protocol-span-track">
                <span
                  className="protocol-span-bar"
                  data-kind={span.kind}
                  style={{
                    insetInlineStart: `${(span.from / whole) * 100}%`,
                    inlineSize: `${(((span.until ?? whole) - span.from) / whole) * 100}%`,
                  }}
                />
              </span>
              <span className="protocol-span-length">
                {span.until === undefined ? '…' : toLength(span.until - span.from)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </li>
  )
}

function heard(milliseconds: number | undefined): string {
  return milliseconds === undefined ? 'never' : `after ${toLength(milliseconds)}`
}
