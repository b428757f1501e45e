/** What stands below the last row: that the agent is at work, and for how long. */

import { sanitizeLine } from '@parley/acp/guard'
import { Icon } from '../parts/icon.js'
import { Spinner } from '../parts/spinner.js'
import type { TurnView } from '../state/talk.js'
import { Elapsed } from './tool-card.js'

interface TurnLineProps {
  readonly turn: TurnView
  /** Since when somebody is asked: the agent waits. */
  readonly waitingSince?: number | undefined
}

export function TurnLine({ turn, waitingSince }: TurnLineProps) {
  const isWaiting = waitingSince !== undefined
  const since = waitingSince ?? turn.since
  return (
    <div className="turn-line">
      {turn.state !== 'idle' && (
        <p className="turn-line-work" data-status={isWaiting ? 'waiting' : turn.state}>
          {isWaiting ? <Icon name="question" /> : <Spinner />}
          <span>{wordsFor(turn, isWaiting)}</span>
          {since !== undefined && <Elapsed since={since} />}
        </p>
      )}
    </div>
  )
}

function wordsFor({ state, by }: TurnView, isWaiting: boolean): string {
  if (isWaiting) return 'Waits for you'
  if (state === 'cancelling') return 'Stopping'
  return by === undefined ? 'Working' : `Working for ${sanitizeLine(by)}`
}
