/** One entry of a conversation in lines, closed or open. */

import type { Entry } from '@parley/acp/thread'
import type { Talk } from '../model/talk.js'
import type { Line } from '../screen/line.js'
import type { Setting } from './setting.js'

/** Closed, it is a line or two; open, everything it holds, within bounds. What is closed is not looked into. */
export function drawEntry(
  _entry: Entry,
  _talk: Talk,
  _setting: Setting & { readonly isOpen: boolean },
): readonly Line[] {
  return []
}
