/** Keys as words, so that tables can say what each does: `ctrl+c`, `alt+up`, `space`, `x`. */

import type { Key } from './input.js'

export function wordOf({ name, text, isControl, isAlt, isShift }: Key): string {
  const letter = isControl ? text.toLowerCase() : text
  const own = name === 'character' ? (letter === ' ' ? 'space' : letter) : name
  return `${isControl ? 'ctrl+' : ''}${isAlt ? 'alt+' : ''}${isShift ? 'shift+' : ''}${own}`
}
