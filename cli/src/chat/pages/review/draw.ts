/** How the page of review looks. */

import type { Model } from '../../model/model.js'
import { lineOf } from '../../screen/line.js'
import type { PageView } from '../page-view.js'
import type { ReviewPage } from './page.js'

export function drawReview(_page: ReviewPage, _model: Model): PageView {
  return { lines: [lineOf('review')] }
}
