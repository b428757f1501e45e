/** A short text that is written on one line: what a list is filtered by, what is searched for. */

import { cutCharacters, sanitizeLine } from '@parley/acp/guard'
import type { ChatEvent } from '../event.js'
import { editLine } from '../screen/text-line.js'

const MOST = 200
/** However much is pasted, no more than this is looked at. */
const MOST_PASTED = 2_000

const clean = (text: string): string => sanitizeLine(cutCharacters(text, MOST_PASTED))

/** The text after an event; nothing where the event does not write. It can always be shown as it is. */
export function writeQuery(query: string, event: ChatEvent): string | undefined {
  if (event.type !== 'key' && event.type !== 'paste') return undefined
  return editLine({ text: query, cursor: query.length }, event, { most: MOST, clean })?.text
}
