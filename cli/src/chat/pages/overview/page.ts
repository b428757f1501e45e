/** A page: all conversations of this program. */

import type { TalkKey } from '../../model/talk.js'

export interface OverviewPage {
  readonly is: 'overview'
  /** Which one is chosen. */
  readonly chosen: TalkKey
  /** Whose end was asked for while it works: once more ends it. */
  readonly closing?: TalkKey | undefined
  /** What is said of the last key. */
  readonly note?: string | undefined
}
