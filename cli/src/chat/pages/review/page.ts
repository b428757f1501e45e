/** A page: what the last turn changed, file by file, and what the person has to say to it. */

import type { TurnChange } from '../../event.js'
import type { TalkKey } from '../../model/talk.js'
import type { TextLine } from '../../screen/text-line.js'
import type { PutBack } from './put-back.js'

export interface ReviewPage {
  readonly is: 'review'
  readonly talk: TalkKey
  /** None until they are known. */
  readonly changes?: readonly TurnChange[] | undefined
  /** Which of them is chosen, and whether it is looked into. */
  readonly file: number
  readonly isOpen: boolean
  /** The line of the file that the cursor is at, among those that are shown. */
  readonly row: number
  /** A comment while it is written. */
  readonly input?: TextLine | undefined
  /** What was being written when writing was left; it comes back with the next comment. */
  readonly draft: string
  /** What became of them when they were undone. */
  readonly undone?: PutBack | undefined
  /** One more press undoes the changes. */
  readonly isUndoAsked: boolean
}
