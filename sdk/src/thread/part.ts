/** The paragraphs a conversation is shown in, before anybody decides how they look. All text in them is clean. */

import { sanitizeForDisplay, sanitizeLine } from '../text/index.js'
import type { ContentBlock } from './entry.js'
import { type Fields, isFields, isText } from './fields.js'

/** One paragraph. */
export type Part =
  /** What the conversation is about, or who speaks now. */
  | { readonly as: 'title' | 'speaker'; readonly text: string }
  /** What happens now that is no talk: what it is and how it stands, then what it is called. */
  | { readonly as: 'event'; readonly label: string; readonly text: string }
  /** What somebody wrote, in the markup of their choice. */
  | { readonly as: 'prose'; readonly text: string; readonly isQuoted: boolean }
  /** What is to be shown exactly as it is. */
  | { readonly as: 'code'; readonly text: string; readonly language: string }
  | { readonly as: 'line'; readonly text: string }
  | { readonly as: 'tasks'; readonly tasks: readonly Task[] }

/** A step of a plan. */
export interface Task {
  readonly state: 'open' | 'begun' | 'done' | 'dropped'
  readonly text: string
}

export function toEvent(label: readonly unknown[], text: unknown = ''): Part {
  const words = label.filter(isText).map(sanitizeLine)
  return { as: 'event', label: words.join(', '), text: isText(text) ? sanitizeLine(text) : '' }
}

export function toProse(text: unknown, isQuoted = false): readonly Part[] {
  const cleaned = isText(text) ? trimLines(sanitizeForDisplay(text)) : ''
  return cleaned === '' ? [] : [{ as: 'prose', text: cleaned, isQuoted }]
}

// A pattern for white space at the end tries anew at every place inside, which takes time in the square of the length.
function trimLines(text: string): string {
  let start = 0
  while (text[start] === '\n') start++
  return text.slice(start).trimEnd()
}

export function toCode(text: string, language = ''): readonly Part[] {
  const cleaned = sanitizeForDisplay(text).replace(/\n$/, '')
  return cleaned === '' ? [] : [{ as: 'code', text: cleaned, language }]
}

export function toLine(text: string): readonly Part[] {
  const cleaned = sanitizeLine(text)
  return cleaned === '' ? [] : [{ as: 'line', text: cleaned }]
}

/** Content of a message or of a tool call. What is not text is named, not shown. */
export function toParts(block: ContentBlock | undefined, isQuoted = false): readonly Part[] {
  const { type, text, mimeType, uri, name, title, resource }: Fields = { ...block }
  switch (type) {
    case 'text':
      return toProse(text, isQuoted)
    case 'image':
    case 'audio':
      return toLine(`[${type}${wordsOf(mimeType, uri)}]`)
    case 'resource_link':
      return toLine(`[link${wordsOf(isText(title) ? title : name, uri)}]`)
    case 'resource':
      return isFields(resource) ? toResource(resource) : []
    default:
      return isText(type) ? toLine(`[${type}]`) : []
  }
}

function toResource({ uri, text, mimeType }: Fields): readonly Part[] {
  return [...toLine(`[file${wordsOf(uri, mimeType)}]`), ...(isText(text) ? toCode(text) : [])]
}

function wordsOf(...words: readonly unknown[]): string {
  return words
    .filter(isText)
    .map(word => ` ${word}`)
    .join('')
}
