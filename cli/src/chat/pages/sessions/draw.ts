/** How the page of sessions looks. */

import type { Model } from '../../model/model.js'
import { lineOf } from '../../screen/line.js'
import type { PageView } from '../page-view.js'
import type { SessionsPage } from './page.js'

export function drawSessions(_page: SessionsPage, _model: Model): PageView {
  return { lines: [lineOf('sessions')] }
}
