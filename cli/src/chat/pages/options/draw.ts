/** How the page of options looks. */

import type { Model } from '../../model/model.js'
import { lineOf } from '../../screen/line.js'
import type { PageView } from '../page-view.js'
import type { OptionsPage } from './page.js'

export function drawOptions(_page: OptionsPage, _model: Model): PageView {
  return { lines: [lineOf('options')] }
}
