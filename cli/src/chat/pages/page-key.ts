/** What pages make of keys. */

import type { ChatEvent } from '../event.js'
import { wordOf } from '../screen/key-name.js'

/** The word for the key that was pressed; nothing where the event is another one. */
export function pressed(event: ChatEvent): string | undefined {
  return event.type === 'key' ? wordOf(event.key) : undefined
}

/** Keys that close any page. */
export function isClosing(word: string | undefined): boolean {
  return word === 'escape' || word === 'ctrl+c'
}
