/**
 * A conversation as plain text. Who speaks and what happens stands at the margin, what they say is indented:
 * nobody can put words into another's mouth.
 */

import { outline, type RenderOptions } from './outline.js'
import type { Part, Task } from './part.js'
import type { Thread } from './thread.js'

const MARKS: Readonly<Record<Task['state'], string>> = {
  open: '[ ]',
  begun: '[~]',
  done: '[x]',
  dropped: '[-]',
}
const INDENT = '  '
const BEGINS: ReadonlySet<Part['as']> = new Set(['speaker', 'event'])

/** The conversation as plain text, without control characters of anybody's. */
export function toText(thread: Thread, options: RenderOptions = {}): string {
  const lines = outline(thread, options).flatMap((part, index) =>
    index > 0 && BEGINS.has(part.as) ? ['', ...write(part)] : write(part),
  )
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`
}

function write(part: Part): readonly string[] {
  switch (part.as) {
    case 'title':
      return [`# ${part.text}`]
    case 'speaker':
      return [`${part.text}:`]
    case 'event':
      return [`[${part.label}] ${part.text}`.trimEnd()]
    case 'prose':
      return indent(part.text, part.isQuoted ? `${INDENT}| ` : INDENT)
    case 'code':
      return indent(part.text, INDENT + INDENT)
    case 'line':
      return indent(part.text, INDENT)
    case 'tasks':
      return part.tasks.map(({ state, text }) => `${INDENT}${MARKS[state]} ${text}`)
  }
}

function indent(text: string, by: string): readonly string[] {
  return text.split('\n').map(line => (by + line).trimEnd())
}
