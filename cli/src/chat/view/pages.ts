/** Which page is drawn how. */

import type { Model } from '../model/model.js'
import type { Page } from '../model/page.js'
import { drawAgents } from '../pages/agents/draw.js'
import { drawBrowse } from '../pages/browse/draw.js'
import { drawHelp } from '../pages/help/draw.js'
import { drawOptions } from '../pages/options/draw.js'
import { drawOverview } from '../pages/overview/draw.js'
import type { PageView } from '../pages/page-view.js'
import { drawQueue } from '../pages/queue/draw.js'
import { drawReview } from '../pages/review/draw.js'
import { drawSessions } from '../pages/sessions/draw.js'
import { drawWay } from '../pages/way/draw.js'
import { drawChanges } from '../questions/draw.js'

export function drawPage(page: Page, model: Model): PageView {
  switch (page.is) {
    case 'agents':
      return drawAgents(page, model)
    case 'browse':
      return drawBrowse(page, model)
    case 'changes':
      return drawChanges(page, model)
    case 'help':
      return drawHelp(page, model)
    case 'options':
      return drawOptions(page, model)
    case 'overview':
      return drawOverview(page, model)
    case 'queue':
      return drawQueue(page, model)
    case 'review':
      return drawReview(page, model)
    case 'sessions':
      return drawSessions(page, model)
    case 'way':
      return drawWay(page, model)
  }
}
