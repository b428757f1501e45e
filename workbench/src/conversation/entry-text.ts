/** The words of an entry, for those who search or copy. */

import type { ContentBlock, Entry, ToolCallContent } from '@parley/acp/thread'
import { itemsOf, textOf } from '@parley/acp/thread'

/** What is written in a message, or in what stands for one. */
export function wordsOf(entry: Entry): string {
  switch (entry.kind) {
    case 'message':
    case 'session_message':
      return textOf(entry)
    case 'tool_call':
      return [
        entry.title ?? entry.name ?? '',
        ...entry.locations.map(({ path }) => path),
        ...itemsOf(entry.content).map(wordsOfContent),
      ].join('\n')
    case 'plan':
      return planWords(entry.plan)
    case 'compaction':
      return textOf({ content: entry.summary })
    case 'subagent':
      return [entry.title, entry.description].join('\n')
    case 'stop':
      return entry.stopReason
    case 'raw':
      return JSON.stringify(entry.update)
  }
}

function wordsOfContent(content: ToolCallContent): string {
  const { type, path, newText, content: block, patch } = content as Readonly<Record<string, unknown>>
  if (type === 'content') return blockWords(block as ContentBlock | undefined)
  if (type !== 'diff') return ''
  return [path, newText, (patch as { readonly text?: unknown } | undefined)?.text].filter(isText).join('\n')
}

function blockWords(block: ContentBlock | undefined): string {
  return block?.type === 'text' && isText(block.text) ? block.text : ''
}

function planWords(plan: object): string {
  const { entries, content } = plan as Readonly<Record<string, unknown>>
  if (Array.isArray(entries)) return entries.map(entry => String(entry?.content ?? '')).join('\n')
  return isText(content) ? content : ''
}

const isText = (value: unknown): value is string => typeof value === 'string'
