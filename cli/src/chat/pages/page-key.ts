/** What pages make of keys. */

import type { ChatEvent } from '../event.js'
import { wordOf } from '../screen/key-name.js'

/** The word for the key that was pressed; nothing where the event is another one. */
export function pressed(event: ChatEvent): string | undefined {
  return event.type === 'key' ? wordOf(event.key) : undefined
}

/** What a key adds to a text that is being written; nothing where it writes nothing. */
export function typedBy(event: ChatEvent): string | undefined {
  if (event.type === 'paste') return event.text
  if (event.type !== 'key') return undefined
  const { name, text, isControl, isAlt } = event.key
  return name === 'character' && !isControl && !isAlt ? text : undefined
}

/** Keys that close any page. */
export function isClosing(word: string | undefined): boolean {
  return word === 'escape' || word === 'ctrl+c'
}
