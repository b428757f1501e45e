/** A plan in lines: what is done, what is being done, what is to come. */

import type { Thread } from '@parley/acp/thread'
import type { Line } from '../screen/line.js'

/** The plans that hold now; of long ones what is around the current step. Nothing where there is none. */
export function drawPlans(
  _thread: Thread,
  _setting: { readonly columns: number; readonly rows: number },
): readonly Line[] {
  return []
}
