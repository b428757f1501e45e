/**
 * A conversation as Markdown. Who speaks and what happens stands at the margin, what they wrote is quoted and keeps its
 * markup there. Everything else is escaped or fenced.
 */

import { fence } from './fence.js'
import { outline, type RenderOptions } from './outline.js'
import type { Part, Task } from './part.js'
import { quote } from './quote.js'
import type { Thread } from './thread.js'

const MARKS: Readonly<Record<Task['state'], string>> = {
  open: '- [ ] ',
  begun: '- [ ] (in progress) ',
  done: '- [x] ',
  dropped: '- [x] (cancelled) ',
}

/** The conversation as a Markdown document. */
export function toMarkdown(thread: Thread, options: RenderOptions = {}): string {
  const paragraphs = outline(thread, options).map(write)
  return paragraphs.length === 0 ? '' : `${paragraphs.join('\n\n')}\n`
}

function write(part: Part): string {
  switch (part.as) {
    case 'title':
      return `# ${toLiteral(part.text)}`
    case 'speaker':
      return `## ${toLiteral(part.text)}`
    case 'event':
      return `**${toLiteral(part.label)}** ${toLiteral(part.text)}`.trimEnd()
    case 'prose':
      return quote(part.text)
    case 'code':
      return fence(part.text, part.language)
    case 'line':
      return toLiteral(part.text)
    case 'tasks':
      return part.tasks.map(({ state, text }) => MARKS[state] + toLiteral(text)).join('\n')
  }
}

function toLiteral(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|~&!]/g, '\\$&').replace(/^(\d*)([-+=.)])/, '$1\\$2')
}
