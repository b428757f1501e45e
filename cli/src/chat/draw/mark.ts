/** How far a conversation has been printed, and how that moves on. */

import type { ContentBlock, Entry, Sequence } from '@parley/acp/thread'
import { EMPTY, type Line } from '../screen/line.js'
import { type BlockKind, isApart, type MessagePlace } from './block.js'

/** How far a conversation has been printed. */
export interface Mark extends MessagePlace {
  /** The first entry of the timeline that has not been printed whole. */
  readonly slot: number
  /** How many characters of its text have been, where it is a message: of the first piece that has not been printed whole. */
  readonly offset: number
  /** The id behind the last aside that has been. */
  readonly asides: number
  /** What was printed last. */
  readonly last?: BlockKind | undefined
  /** Plans that were passed: they are printed when their turn is over. */
  readonly plans?: readonly PassedPlan[] | undefined
  /** Messages of this turn that were passed: agents may add to them all the same. */
  readonly said?: readonly PassedMessage[] | undefined
}

export interface PassedPlan {
  readonly slot: number
  /** What was printed of it. */
  readonly printed?: Entry | undefined
}

export interface PassedMessage {
  readonly slot: number
  readonly content: Sequence<ContentBlock>
  /** How far it was printed. */
  readonly place: MessagePlace
}

export const START: Mark = { slot: 0, offset: 0, asides: 0 }

/** More are not kept in mind. */
export const MOST_PASSED = 8

/** What is printed, and how far that brings the conversation. */
export interface Step {
  readonly lines: readonly Line[]
  readonly mark: Mark
  readonly isLast?: boolean | undefined
}

/** Whether something of a message has been printed, and not all of it. */
export function isBegun({ text }: Mark): boolean {
  return text?.join !== undefined
}

/** Whether a mark stands between two entries. */
export function isBetween({ offset, block, text }: Mark): boolean {
  return offset === 0 && block === undefined && text === undefined
}

/** Whether nothing of the timeline was printed. */
export function isAtStart(mark: Mark): boolean {
  return mark.slot === 0 && isBetween(mark)
}

/** Behind the entry that a mark is at. */
export function past({ offset: _offset, block: _block, text: _text, slot, ...rest }: Mark): Mark {
  return { ...rest, slot: slot + 1, offset: 0 }
}

/** What is printed as a block of its own: apart from one of another kind. */
export function put(mark: Mark, kind: BlockKind, lines: readonly Line[]): Step {
  if (lines.length === 0) return { lines, mark }
  return { lines: isApart(mark.last, kind) ? [EMPTY, ...lines] : lines, mark: { ...mark, last: kind } }
}
