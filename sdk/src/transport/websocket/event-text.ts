/** The number of a message on a socket: put into its text, and taken out again, without parsing it. */

import { EVENT_MEMBER } from '../../protocol/remote.js'

const OPENING = `{"${EVENT_MEMBER}":"`
const LONGEST_ID = 128

/** The text with its number in front. An array of messages has no place for one. */
export function withEvent(text: string, event: string): string {
  return text.startsWith('{') ? `${OPENING}${event}",${text.slice(1)}` : text
}

/** The text as it was, and its number, if it has one where our servers put it. */
export function readEvent(text: string): { readonly text: string; readonly event: string | undefined } {
  if (!text.startsWith(OPENING)) return { text, event: undefined }
  const end = text.indexOf('"', OPENING.length)
  if (end < 0 || end - OPENING.length > LONGEST_ID || text[end + 1] !== ',') return { text, event: undefined }
  return { text: `{${text.slice(end + 2)}`, event: text.slice(OPENING.length, end) }
}
