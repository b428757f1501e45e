/** How the page of agents looks. */

import type { Model } from '../../model/model.js'
import { lineOf } from '../../screen/line.js'
import type { PageView } from '../page-view.js'
import type { AgentsPage } from './page.js'

export function drawAgents(_page: AgentsPage, _model: Model): PageView {
  return { lines: [lineOf('agents')] }
}
