/** A page: the conversations there are: open here, running elsewhere, recorded. */

import type { RecordedTalk, RunningChat } from '../../event.js'
import type { List } from '../list.js'

export interface SessionsPage {
  readonly is: 'sessions'
  readonly list: List
  /** All that were recorded; nothing until they are known. */
  readonly recorded?: readonly RecordedTalk[] | undefined
  readonly running: readonly RunningChat[]
  /** In which of them something was said that was looked for. */
  readonly found?: { readonly query: string; readonly talks: readonly RecordedTalk[] } | undefined
  /** What was last asked for; what is written since `writtenAt` is asked for when it stands still. */
  readonly asked: string
  readonly writtenAt: number
  readonly note?: string | undefined
}
