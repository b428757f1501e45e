/** Where a conversation stands that is not simply there: being opened, told again, out of reach, or broken. */

import { sanitizeLine } from '@parley/acp/guard'
import { Button } from '../parts/button.js'
import { Icon } from '../parts/icon.js'
import { Spinner } from '../parts/spinner.js'
import { Words } from '../parts/words.js'
import type { Failure, Talk } from '../state/talk.js'

interface PhaseViewProps {
  readonly phase: Talk['phase']
  readonly failure: Failure | undefined
  readonly onOffer: (offer: Cure) => void
}

export type Cure = NonNullable<Failure['offer']>

const WAITING = {
  opening: 'Opening the conversation.',
  replaying: 'Loading what was said before.',
} as const

const RESTART = 'If `parley web` was ended, run it again in a terminal: this page then goes on by itself.'

const OFFERS = {
  retry: { label: 'Try again', icon: 'retry' },
  'sign-in': { label: 'Sign in', icon: 'key' },
  'new-session': { label: 'New conversation', icon: 'plus' },
  'new-link': { label: 'Reload', icon: 'retry' },
} as const

export function PhaseView({ phase, failure, onOffer }: PhaseViewProps) {
  if (phase === 'live') return null
  if (phase === 'opening' || phase === 'replaying')
    return (
      <div className="phase" data-status={phase}>
        <Spinner />
        <span>{WAITING[phase]}</span>
      </div>
    )
  const isElsewhere = failure?.isElsewhere === true
  const offer = failure?.offer ?? 'retry'
  const usual =
    phase === 'offline' ? 'The connection broke. It is tried again.' : 'This conversation cannot go on.'
  const cure = failure?.cure ?? (phase === 'offline' ? RESTART : undefined)
  return (
    <div
      className="phase"
      data-status={isElsewhere ? 'elsewhere' : phase}
      role={phase === 'failed' ? 'alert' : undefined}
    >
      <Icon name={isElsewhere ? 'folder' : 'warning'} />
      <span>
        {sanitizeLine(failure?.message ?? usual)}
        {cure !== undefined && (
          <small>
            {' '}
            <Words>{sanitizeLine(cure)}</Words>
          </small>
        )}
      </span>
      {!isElsewhere && (
        <Button icon={OFFERS[offer].icon} label={OFFERS[offer].label} onClick={() => onOffer(offer)} />
      )}
    </div>
  )
}
