/** How a page hands over what it drew: at most as many lines as there are rows. */

import type { Cursor } from '../screen/frame.js'
import type { Line } from '../screen/line.js'

export interface PageView {
  readonly lines: readonly Line[]
  readonly cursor?: Cursor | undefined
}
