/** How a piece of work stands, as a sign with words: never by colour alone. */

import { Icon } from './icon.js'
import type { IconName } from './icon-shapes.js'
import { Spinner } from './spinner.js'

type Sign = { readonly icon: IconName; readonly words: string }

const SIGNS: ReadonlyMap<string, Sign> = new Map([
  ['pending', { icon: 'circle', words: 'Pending' }],
  ['completed', { icon: 'check', words: 'Done' }],
  ['failed', { icon: 'cross', words: 'Failed' }],
  ['cancelled', { icon: 'slash', words: 'Cancelled' }],
  ['waiting', { icon: 'question', words: 'Waits for you' }],
])

interface StatusGlyphProps {
  /** `pending`, `in_progress`, `completed`, `failed`, `cancelled`, `waiting`, or what an agent says instead. */
  readonly status: string
}

export function StatusGlyph({ status }: StatusGlyphProps) {
  const sign = SIGNS.get(status)
  return (
    <span className="status-glyph" data-status={status}>
      {status === 'in_progress' ? (
        <Spinner label="Working" />
      ) : (
        <Icon name={sign?.icon ?? 'half'} label={sign?.words ?? status} />
      )}
    </span>
  )
}
