/** How the page of browse looks. */

import type { Model } from '../../model/model.js'
import { lineOf } from '../../screen/line.js'
import type { PageView } from '../page-view.js'
import type { BrowsePage } from './page.js'

export function drawBrowse(_page: BrowsePage, _model: Model): PageView {
  return { lines: [lineOf('browse')] }
}
