/** A short text that is written on one line: what a list is filtered by, what is searched for. */

import { cutCharacters, sanitizeLine } from '@parley/acp/guard'
import type { ChatEvent } from '../event.js'
import { charactersOf } from '../screen/width.js'
import { pressed, typedBy } from './page-key.js'

const MOST = 200
/** However much is pasted, no more than this is looked at. */
const MOST_PASTED = 2_000

/** The text after an event; nothing where the event does not write. It can always be shown as it is. */
export function writeQuery(query: string, event: ChatEvent): string | undefined {
  const typed = typedBy(event)
  if (typed !== undefined) return add(query, typed)
  switch (pressed(event)) {
    case 'backspace':
      return charactersOf(query).slice(0, -1).join('')
    case 'ctrl+u':
      return ''
    case 'ctrl+w':
      return query.replace(/[^ ]* *$/, '')
    default:
      return undefined
  }
}

function add(query: string, typed: string): string {
  const blank = typed === ' '
  const clean = blank ? ' ' : sanitizeLine(cutCharacters(typed, MOST_PASTED))
  const longer = query + clean
  return longer.length > MOST ? query : longer
}
