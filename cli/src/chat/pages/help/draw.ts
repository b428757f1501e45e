/** How the page of help looks. */

import type { Model } from '../../model/model.js'
import { lineOf } from '../../screen/line.js'
import type { PageView } from '../page-view.js'
import type { HelpPage } from './page.js'

export function drawHelp(_page: HelpPage, _model: Model): PageView {
  return { lines: [lineOf('help')] }
}
