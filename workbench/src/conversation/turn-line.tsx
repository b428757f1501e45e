/** What stands below the last row: that the agent is at work, and for how long; what it lets us know for the moment. */

import { sanitizeLine } from '@parley/acp/guard'
import type { Thread } from '@parley/acp/thread'
import { Icon } from '../parts/icon.js'
import { Spinner } from '../parts/spinner.js'
import type { TurnView } from '../state/talk.js'
import { Elapsed } from './tool-card.js'
import { toTitle } from './words.js'

interface TurnLineProps {
  readonly turn: TurnView
  readonly notices: Thread['notices']
  /** Somebody is asked: the agent waits. */
  readonly isWaiting: boolean
}

const MOST_NOTICES = 3
const TONES = new Map([
  ['error', 'error'],
  ['warning', 'warning'],
])

export function TurnLine({ turn, notices, isWaiting }: TurnLineProps) {
  return (
    <div className="turn-line">
      {notices.slice(-MOST_NOTICES).map(({ severity, title, description }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: notices have no name
        <div key={place} className="aside" data-tone={TONES.get(severity) ?? 'info'}>
          <Icon name={TONES.has(severity) ? 'warning' : 'info'} />
          <div className="aside-words">
            {toTitle(title)}
            {typeof description === 'string' && <p>{toTitle(description)}</p>}
          </div>
        </div>
      ))}
      {turn.state !== 'idle' && (
        <p className="turn-line-work" data-status={isWaiting ? 'waiting' : turn.state}>
          {isWaiting ? <Icon name="question" /> : <Spinner />}
          <span>{wordsFor(turn, isWaiting)}</span>
          {turn.since !== undefined && <Elapsed since={turn.since} />}
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
