/** Keys as words, so that pages can say what each does in a table: `ctrl+c`, `alt+up`, `space`, `x`. */

import type { ChatEvent } from '../event.js'
import type { Key } from '../screen/input.js'

export function wordOf({ name, text, isControl, isAlt, isShift }: Key): string {
  const letter = isControl ? text.toLowerCase() : text
  const own = name === 'character' ? (letter === ' ' ? 'space' : letter) : name
  return `${isControl ? 'ctrl+' : ''}${isAlt ? 'alt+' : ''}${isShift ? 'shift+' : ''}${own}`
}

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
