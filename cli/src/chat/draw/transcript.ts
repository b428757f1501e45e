/** The conversation as it runs down the screen: what is done is printed once, what may still change is drawn anew. */

import type { Talk } from '../model/talk.js'
import type { Line } from '../screen/line.js'
import type { Setting } from './setting.js'

/** How far a conversation has been printed. */
export interface Mark {
  /** The first entry of the timeline that has not been printed whole. */
  readonly slot: number
  /** How many characters of its text have been, where it is a message. */
  readonly offset: number
  /** How many asides have been. */
  readonly asides: number
}

export const START: Mark = { slot: 0, offset: 0, asides: 0 }

/** What can be printed for good from a mark on, and the mark behind it. */
export function settle(
  _talk: Talk,
  mark: Mark,
  _setting: Setting,
): { readonly lines: readonly Line[]; readonly mark: Mark } {
  return { lines: [], mark }
}

/** What is behind a mark and may still change: the last lines of it, at most so many. */
export function pending(
  _talk: Talk,
  _mark: Mark,
  _setting: Setting & { readonly rows: number },
): readonly Line[] {
  return []
}

/** The mark from which on about so many lines are left: where a long conversation is taken up, or the screen is drawn again. */
export function markBefore(_talk: Talk, _lines: number, _setting: Setting): Mark {
  return START
}
