/** How the page of queue looks. */

import type { Model } from '../../model/model.js'
import { lineOf } from '../../screen/line.js'
import type { PageView } from '../page-view.js'
import type { QueuePage } from './page.js'

export function drawQueue(_page: QueuePage, _model: Model): PageView {
  return { lines: [lineOf('queue')] }
}
