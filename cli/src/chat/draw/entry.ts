/** One entry of a conversation in lines, closed or open. */

import type { Entry, Message } from '@parley/acp/thread'
import type { Talk } from '../model/talk.js'
import { isAtWork } from '../model/talk-state.js'
import { cutLine, type Line, span, widthOfLine } from '../screen/line.js'
import { textOfBlock } from './content-words.js'
import { drawCompaction, drawRaw, drawSessionMessage, drawStop, drawSubagent } from './event-line.js'
import { firstItems, lastItems } from './items.js'
import { drawMarkdown } from './markdown.js'
import { drawContent, drawPrompt } from './message.js'
import { drawPlan } from './plan.js'
import { isExpected } from './progress.js'
import type { Setting } from './setting.js'
import { besideThought, drawFoldedThought, THOUGHT_HEAD, THOUGHT_INDENT } from './thought.js'
import { drawToolCall } from './tool-card.js'

type Opened = Setting & { readonly isOpen: boolean }

const CLOSED_LINES = 2
const CLOSED_CHARACTERS = 1_000
const MOST_LINES = 20_000
const MOST_STEPS = 100
const MOST_LOOKED_AT = 50

interface Kept extends Opened {
  readonly lines: readonly Line[]
}

// Entries are never modified: what was drawn of a finished one holds for as long as there is that entry.
const drawings = new WeakMap<Entry, Kept>()

/** Closed, it is a line or two; open, everything it holds, within bounds. What is closed is not looked into. */
export function drawEntry(entry: Entry, talk: Talk, setting: Opened): readonly Line[] {
  if (isExpected(entry, talk) || hasTerminal(entry)) return draw(entry, talk, setting)
  const kept = drawings.get(entry)
  if (kept !== undefined && isSameSetting(kept, setting)) return kept.lines
  const lines = draw(entry, talk, setting)
  drawings.set(entry, { ...setting, lines })
  return lines
}

// What a terminal shows is no part of the entry, and may come after it.
function hasTerminal(entry: Entry): boolean {
  return (
    entry.kind === 'tool_call' &&
    lastItems(entry.content, MOST_LOOKED_AT).some(({ type }) => type === 'terminal')
  )
}

function isSameSetting(kept: Opened, setting: Opened): boolean {
  const names = ['columns', 'height', 'cwd', 'home', 'isOpen', 'showsThoughts', 'isAsIf', 'by'] as const
  return names.every(name => kept[name] === setting[name])
}

function draw(entry: Entry, talk: Talk, setting: Opened): readonly Line[] {
  return drawKind(entry, talk, setting).map(line => cutLine(line, setting.columns))
}

function drawKind(entry: Entry, talk: Talk, setting: Opened): readonly Line[] {
  switch (entry.kind) {
    case 'message':
      return drawMessage(entry, talk, setting)
    case 'tool_call':
      return drawToolCall(entry, talk, setting)
    case 'plan':
      return drawPlan(entry, { columns: setting.columns, rows: setting.isOpen ? MOST_STEPS : CLOSED_LINES })
    case 'compaction':
      return drawCompaction(entry, setting)
    case 'subagent':
      return drawSubagent(entry, setting)
    case 'session_message':
      return drawSessionMessage(entry, setting)
    case 'stop':
      return drawStop(entry, setting)
    case 'raw':
      return drawRaw(entry, setting)
  }
}

function drawMessage(message: Message, talk: Talk, setting: Opened): readonly Line[] {
  const { isOpen, columns } = setting
  if (message.role === 'user') return drawPrompt(message, setting, isOpen ? MOST_LINES : CLOSED_LINES)
  if (message.role === 'thought') {
    if (!isOpen) return drawFoldedThought(message, setting, isAtWork(talk) && isExpected(message, talk))
    const lines = drawContent(message.content, { ...setting, columns: Math.max(1, columns - THOUGHT_INDENT) })
    return lines.length === 0 ? [] : [THOUGHT_HEAD, ...besideThought(lines)]
  }
  return isOpen ? drawContent(message.content, setting) : drawBeginning(message, setting)
}

/** How an answer begins. */
function drawBeginning({ content }: Message, setting: Opened): readonly Line[] {
  const [first] = firstItems(content, 1)
  const text = textOfBlock(first) ?? ''
  const drawn =
    text === '' ? drawContent(content, setting) : drawMarkdown(text.slice(0, CLOSED_CHARACTERS), setting)
  const lines = drawn.filter(line => line.length > 0)
  const isMore = lines.length > CLOSED_LINES || text.length > CLOSED_CHARACTERS || content.length > 1
  const kept = lines.slice(0, CLOSED_LINES)
  const last = kept.pop()
  return last === undefined ? [] : [...kept, isMore ? withMore(last, setting.columns) : last]
}

function withMore(line: Line, columns: number): Line {
  const width = widthOfLine(line)
  return width + 2 <= columns ? [...line, span(' …', 'muted')] : cutLine(line, width - 1)
}
