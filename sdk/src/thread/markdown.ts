/**
 * A conversation as Markdown. What people and agents wrote keeps its markup, but stays in its place: its headings rank
 * below ours and its open code blocks are closed. Everything else is escaped or fenced.
 */

import { fence } from './fence.js'
import { outline, type RenderOptions } from './outline.js'
import type { Part, Task } from './part.js'
import type { Thread } from './thread.js'

const MARKS: Readonly<Record<Task['state'], string>> = {
  open: '- [ ] ',
  begun: '- [ ] (in progress) ',
  done: '- [x] ',
  dropped: '- [x] (cancelled) ',
}
const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/
const HEADING = /^( {0,3})(#{1,6})(?=[ \t]|$)/
const UNDERLINE = /^ {0,3}(?:=+|-+)[ \t]*$/
// What does not end with its paragraph: a comment, a script.
const OPEN_HTML = /^ {0,3}<(?:[!?]|script|pre|style|textarea)/i
const DEEPEST_HEADING = 6

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
      return part.isQuoted ? quote(settle(part.text)) : settle(part.text)
    case 'code':
      return fence(part.text, part.language)
    case 'line':
      return toLiteral(part.text)
    case 'tasks':
      return part.tasks.map(({ state, text }) => MARKS[state] + toLiteral(text)).join('\n')
  }
}

function quote(text: string): string {
  return text
    .split('\n')
    .map(line => `> ${line}`.trimEnd())
    .join('\n')
}

function toLiteral(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|~&!]/g, '\\$&').replace(/^(\d*)([-+=.)])/, '$1\\$2')
}

/** Somebody's own Markdown, kept from reaching beyond itself. */
function settle(text: string): string {
  const lines: string[] = []
  let open: string | undefined
  for (const line of text.split('\n')) {
    const [, marks = '', rest = ''] = FENCE.exec(line) ?? []
    if (open === undefined) {
      lines.push(lower(line, lines.at(-1)))
      if (marks !== '' && !(marks.startsWith('`') && rest.includes('`'))) open = marks
    } else {
      lines.push(line)
      if (marks.startsWith(open) && rest.trim() === '') open = undefined
    }
  }
  return [...lines, ...(open === undefined ? [] : [open])].join('\n')
}

/** A heading of theirs ranks below ours, also one that is made by underlining; HTML hides nothing that follows. */
function lower(line: string, before: string | undefined): string {
  if (UNDERLINE.test(line) && before !== undefined && before.trim() !== '')
    return line.replace(/[=-]/, '\\$&')
  if (OPEN_HTML.test(line)) return line.replace('<', '\\<')
  return line.replace(HEADING, (_, indent: string, marks: string) => {
    return indent + '#'.repeat(Math.min(DEEPEST_HEADING, marks.length + 2))
  })
}
