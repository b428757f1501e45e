/** How a conversation stands, as a shape: never by its colour alone, and with words beside it. */

import { Icon } from '../parts/icon.js'
import { Spinner } from '../parts/spinner.js'
import type { SessionState } from './session-row.js'

export function StateDot({ state }: { readonly state: SessionState }) {
  return (
    <span className="state-dot" data-status={state}>
      {state === 'working' ? <Spinner /> : <Icon name={ICONS[state]} />}
    </span>
  )
}

const ICONS = { 'needs-you': 'question', idle: 'circle', saved: 'circle', broken: 'cross' } as const
