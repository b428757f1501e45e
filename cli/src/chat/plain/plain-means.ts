/** What a conversation in lines needs of the program around it. */

import type { Effect } from '../effect.js'
import type { ChatSettings } from '../settings.js'

export interface PlainMeans {
  readonly settings: ChatSettings
  /** Somebody sits there who can be asked. */
  readonly isAttended: boolean
  readonly write: (line: string) => void
  /** What went wrong, apart from the conversation. */
  readonly complain: (text: string) => void
  readonly take: (effect: Effect) => void
  readonly now: () => number
  readonly home: string
}
