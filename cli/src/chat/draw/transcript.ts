/** The conversation as it runs down the screen: what is done is printed once, what may still change is drawn anew. */

import { type Entry, itemAt } from '@parley/acp/thread'
import { asideFrom } from '../model/asides.js'
import { wordsOf } from '../model/own-words.js'
import type { Talk } from '../model/talk.js'
import { isAtWork } from '../model/talk-state.js'
import type { Line } from '../screen/line.js'
import { drawWhole, type GrownMessage, growMessage, kindOf } from './block.js'
import { drawAside } from './event-line.js'
import { isBegun, isBetween, type Mark, MOST_PASSED, past, put, type Step } from './mark.js'
import { isExpected } from './progress.js'
import type { Setting } from './setting.js'
import { stepOverTurnEnd } from './turn-end.js'

export { isAtStart, type Mark, START } from './mark.js'
export { markBefore, pending } from './transcript-end.js'

type Paced = Setting & {
  /** It is enough when there are so many lines; all there is where it is absent. */
  readonly enough?: number | undefined
}

export interface Settled {
  readonly lines: readonly Line[]
  readonly mark: Mark
  /** There were enough lines, and there may be more. */
  readonly isCut: boolean
}

/** What can be printed for good from a mark on, and the mark behind it. */
export function settle(talk: Talk, mark: Mark, setting: Paced): Settled {
  const { enough = Number.POSITIVE_INFINITY } = setting
  const lines: Line[] = []
  let current = mark
  for (;;) {
    if (lines.length >= enough) return { lines, mark: current, isCut: true }
    const step = stepFrom(talk, current, setting)
    if (step === undefined) return { lines, mark: current, isCut: false }
    for (const line of step.lines) lines.push(line)
    current = step.mark
    if (step.isLast) return { lines, mark: current, isCut: lines.length >= enough }
  }
}

function stepFrom(talk: Talk, mark: Mark, setting: Paced): Step | undefined {
  const { slots } = talk.thread
  const aside = asideFrom(talk, mark.asides)
  if (isBetween(mark) && aside !== undefined && aside.at <= mark.slot)
    return put({ ...mark, asides: aside.id + 1 }, 'aside', drawAside(aside, setting))
  const entry = itemAt(slots, mark.slot)
  const isOver = mark.slot >= slots.length
  if (isBetween(mark) && (isOver ? !isAtWork(talk) : endsTurn(entry))) {
    const end = stepOverTurnEnd(talk, mark, setting)
    if (end !== undefined) return end
  }
  if (isOver) return undefined
  if (entry === undefined) return { lines: [], mark: past(mark) }
  if (entry.kind === 'plan') return { lines: [], mark: withPlan(mark) }
  return stepOverEntry(entry, talk, { mark, setting })
}

const endsTurn = (entry: Entry | undefined): boolean =>
  entry?.kind === 'stop' || (entry?.kind === 'message' && entry.role === 'user')

interface Place {
  readonly mark: Mark
  readonly setting: Paced
}

function stepOverEntry(entry: Entry, talk: Talk, { mark, setting }: Place): Step | undefined {
  const isDone = !isExpected(entry, talk)
  const kind = kindOf(entry, setting)
  const grown = growMessage(entry, mark, { ...setting, isDone })
  if (grown !== undefined) {
    const isWhole = isDone && grown.isCut !== true
    const next = isWhole ? withMessage(mark, entry, grown) : { ...mark, ...grown.place }
    const step = isBegun(mark) ? { lines: grown.lines, mark: next } : put(next, kind, grown.lines)
    return { ...step, isLast: !isWhole }
  }
  const own = { ...setting, ...wordsOf(entry, mark.slot, talk) }
  return isDone ? put(past(mark), kind, drawWhole(entry, talk, own)) : undefined
}

function withPlan(mark: Mark): Mark {
  return { ...past(mark), plans: [...(mark.plans ?? []), { slot: mark.slot }].slice(-MOST_PASSED) }
}

function withMessage(mark: Mark, entry: Entry, { place }: GrownMessage): Mark {
  if (entry.kind !== 'message' || entry.messageId === undefined) return past(mark)
  const passed = { slot: mark.slot, content: entry.content, place }
  return { ...past(mark), said: [...(mark.said ?? []), passed].slice(-MOST_PASSED) }
}
