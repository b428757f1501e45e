/** How the page of overview looks. */

import type { Model } from '../../model/model.js'
import { lineOf } from '../../screen/line.js'
import type { PageView } from '../page-view.js'
import type { OverviewPage } from './page.js'

export function drawOverview(_page: OverviewPage, _model: Model): PageView {
  return { lines: [lineOf('overview')] }
}
