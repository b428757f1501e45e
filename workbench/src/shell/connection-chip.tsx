/** How the page stands with the agent, where it can always be seen; with a way to try again. */

import { Button } from '../parts/button.js'
import { Chip } from '../parts/chip.js'
import { useNow } from '../parts/duration.js'
import { type Connection, type ConnectionState, connectionWords } from './connection.js'

export interface ConnectionChipProps {
  readonly connection: Connection
  readonly onRetry: () => void
}

const TONES = {
  connecting: 'info',
  replaying: 'info',
  live: 'ok',
  'waiting-for-you': 'warn',
  offline: 'error',
  failed: 'error',
  elsewhere: 'info',
} as const

const ICONS = {
  connecting: 'clock',
  replaying: 'retry',
  live: 'check',
  'waiting-for-you': 'question',
  offline: 'slash',
  failed: 'cross',
  elsewhere: 'folder',
} as const

const canRetry = (state: ConnectionState): boolean => state === 'offline' || state === 'failed'

export function ConnectionChip({ connection, onRetry }: ConnectionChipProps) {
  const { state, words, retryAt } = connection
  return (
    <span className="connection-chip">
      <Chip tone={TONES[state]} icon={ICONS[state]} status={state}>
        {retryAt === undefined ? words : <Countdown connection={connection} />}
      </Chip>
      {canRetry(state) && <Button label="Try again" tone="quiet" onClick={onRetry} />}
    </span>
  )
}

function Countdown({ connection }: { readonly connection: Connection }) {
  return connectionWords(connection, useNow())
}
