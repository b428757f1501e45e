/** What an agent is doing, and what it said or did last, in a few words. Looks at the end of the timeline alone. */

import { boundedLine } from '@parley/acp/guard'
import { type Entry, itemAt, type ToolCall } from '@parley/acp/thread'
import { shortened } from '../screen/place.js'
import type { Talk } from './talk.js'

/** So far back something may still be running, or have been said, that is worth naming. */
const MOST_ENTRIES = 32
const MOST_CHARACTERS = 200

/** The tool that runs, or what is being said. Cleaned. */
export function doingOf(
  { thread, questions, cwd }: Pick<Talk, 'thread' | 'questions' | 'cwd'>,
  home = '',
): string {
  if (questions.length > 0) return 'waiting for you'
  const entries = latest({ thread })
  const running = entries.find(
    (entry): entry is ToolCall => entry?.kind === 'tool_call' && isRunning(entry.status),
  )
  if (running !== undefined) return shortened(nameOfCall(running), { cwd, home })
  const [last] = entries
  if (last?.kind !== 'message' || last.role === 'user') return 'working'
  return last.role === 'thought' ? 'thinking' : 'writing'
}

const isRunning = (status: string): boolean => status === 'in_progress' || status === 'pending'

/** The tool it used last, or the last line it said. Cleaned; empty where nothing was said yet. */
export function lastWordsOf(talk: Pick<Talk, 'thread'>): string {
  for (const entry of latest(talk)) {
    const words = wordsOf(entry)
    if (words !== '') return words
  }
  return ''
}

function latest({ thread: { slots } }: Pick<Talk, 'thread'>): readonly (Entry | undefined)[] {
  const count = Math.min(MOST_ENTRIES, slots.length)
  return Array.from({ length: count }, (_, back) => itemAt(slots, slots.length - 1 - back))
}

function wordsOf(entry: Entry | undefined): string {
  if (entry?.kind === 'tool_call') return nameOfCall(entry)
  if (entry?.kind !== 'message' || entry.role === 'user') return ''
  const block = itemAt(entry.content, entry.content.length - 1)
  const text = block !== undefined && 'text' in block && typeof block.text === 'string' ? block.text : ''
  return lastLine(text)
}

const nameOfCall = ({ title, name, toolKind }: ToolCall): string =>
  boundedLine(title ?? name ?? toolKind, MOST_CHARACTERS)

/** The last line with words on it: the end is what is new. */
function lastLine(text: string): string {
  const lines = text.slice(-MOST_CHARACTERS * 2).split('\n')
  const line = lines.findLast(each => /\S/.test(each)) ?? ''
  return boundedLine(line, MOST_CHARACTERS)
}
