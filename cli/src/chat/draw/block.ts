/** Blocks of the transcript: what stands together, what is apart, and how a message is drawn while it grows. */

import { type ContentBlock, type Entry, itemAt, type Message, type Sequence } from '@parley/acp/thread'
import type { Talk } from '../model/talk.js'
import { EMPTY, type Line } from '../screen/line.js'
import { textOfBlock } from './content-words.js'
import { drawEntry } from './entry.js'
import { drawPrompt, drawThing } from './message.js'
import type { Setting } from './setting.js'
import { advance, type Progress, placeNear, WINDOW } from './streaming.js'
import { besideThought, THOUGHT_HEAD, THOUGHT_INDENT } from './thought.js'

export type BlockKind = 'you' | 'agent' | 'thought' | 'tool' | 'plan' | 'event' | 'aside'

const MOST_PROMPT = 30

/** Whether an empty line stands between two blocks. */
export function isApart(above: BlockKind | undefined, below: BlockKind): boolean {
  return above !== undefined && !(above === below && (below === 'tool' || below === 'aside'))
}

export function kindOf(entry: Entry, { showsThoughts }: Setting): BlockKind {
  if (entry.kind === 'message') {
    if (entry.role === 'thought') return showsThoughts ? 'thought' : 'tool'
    return entry.role === 'user' ? 'you' : 'agent'
  }
  if (entry.kind === 'plan') return 'plan'
  return entry.kind === 'stop' || entry.kind === 'raw' || entry.kind === 'session_message' ? 'event' : 'tool'
}

/** An entry of which nothing more is expected, as it stands in the transcript. */
export function drawWhole(entry: Entry, talk: Talk, setting: Setting): readonly Line[] {
  if (entry.kind === 'message' && entry.role === 'user') return drawPrompt(entry, setting, MOST_PROMPT)
  return drawEntry(entry, talk, { ...setting, isOpen: false })
}

/** A place in the content of a message. */
export interface MessagePlace {
  readonly block?: number | undefined
  readonly offset: number
  readonly text?: Omit<Progress, 'offset'> | undefined
}

/** An entry as it is now: of a message what is behind a place, and no more than may be needed for so many rows. */
export function drawLive(
  entry: Entry,
  talk: Talk,
  setting: Setting & { readonly rows: number; readonly from?: MessagePlace | undefined },
): readonly Line[] {
  const { rows, columns, from = { offset: 0 } } = setting
  const most = Math.max(2 * WINDOW, rows * columns)
  return (
    growMessage(entry, from, { ...setting, isDone: true, most })?.lines ?? drawWhole(entry, talk, setting)
  )
}

export interface MessageGrowth extends Setting {
  readonly isDone: boolean
  /** How many characters of a piece of text are looked at, the last ones; all where it is absent. */
  readonly most?: number | undefined
  /** It is enough when there are so many lines. */
  readonly enough?: number | undefined
}

export interface GrownMessage {
  readonly lines: readonly Line[]
  readonly place: MessagePlace
  /** There were enough lines, and there are more. */
  readonly isCut?: boolean | undefined
}

/** What can be drawn for good of a message behind a place. Nothing for what does not grow piece by piece. */
export function growMessage(
  entry: Entry,
  from: MessagePlace,
  growth: MessageGrowth,
): GrownMessage | undefined {
  if (entry.kind !== 'message' || entry.role === 'user') return undefined
  if (entry.role === 'agent') return growContent(entry.content, from, growth)
  if (!growth.showsThoughts) return undefined
  const columns = Math.max(1, growth.columns - THOUGHT_INDENT)
  const grown = growContent(entry.content, from, { ...growth, columns })
  if (grown.lines.length === 0) return grown
  const head = from.text?.join === undefined ? [THOUGHT_HEAD] : []
  return { ...grown, lines: [...head, ...besideThought(grown.lines)] }
}

function growContent(
  content: Sequence<ContentBlock>,
  from: MessagePlace,
  growth: MessageGrowth,
): GrownMessage {
  const lines: Line[] = []
  let at = from.block ?? 0
  let progress: Progress = { offset: from.offset, ...from.text }
  let isCut: boolean | undefined
  for (let block = itemAt(content, at); block !== undefined; block = itemAt(content, at)) {
    const isLast = at === content.length - 1
    const step = growBlock(block, progress, { ...growth, isDone: growth.isDone || !isLast })
    for (const line of step.lines) lines.push(line)
    progress = step.progress
    isCut = step.isCut
    if (isCut === true) break
    if (isLast && textOfBlock(block) !== undefined) break
    at++
    progress = { offset: 0, ...(progress.join === undefined ? {} : { join: 'blank' }) }
  }
  const { offset, ...text } = progress
  return {
    lines,
    isCut,
    place: { offset, block: at > 0 ? at : undefined, text: text.join === undefined ? undefined : text },
  }
}

function growBlock(
  block: ContentBlock,
  progress: Progress,
  growth: MessageGrowth,
): ReturnType<typeof advance> {
  const text = textOfBlock(block)
  if (text === undefined) {
    const lines = drawThing(block, growth)
    return {
      lines: progress.join === undefined ? lines : [EMPTY, ...lines],
      progress: { offset: 0, join: 'blank' },
    }
  }
  const { most = text.length } = growth
  const isLong = text.length - progress.offset > most
  return advance(text, isLong ? placeNear(text, text.length - most) : progress, growth)
}

/** Where in a message about so many lines are left of it. */
export function placeInMessage(
  entry: Entry | undefined,
  lines: number,
  { columns }: Setting,
): Partial<MessagePlace> {
  if (entry?.kind !== 'message' || entry.role !== 'agent') return {}
  const at = lastOf(entry)
  const text = textOfBlock(itemAt(entry.content, at)) ?? ''
  // Lines are seldom full, and some are empty.
  const { offset, ...rest } = placeNear(text, Math.max(0, text.length - lines * Math.ceil(columns / 2)))
  return { offset, ...(at > 0 ? { block: at } : {}), ...(rest.fence === undefined ? {} : { text: rest }) }
}

const lastOf = ({ content }: Message): number => content.length - 1
