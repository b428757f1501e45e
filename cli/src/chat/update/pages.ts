/** Which page hears what happens. */

import type { ChatEvent } from '../event.js'
import type { Model, Step } from '../model/model.js'
import type { Page } from '../model/page.js'
import { updateAgents } from '../pages/agents/update.js'
import { updateBrowse } from '../pages/browse/update.js'
import { updateHelp } from '../pages/help/update.js'
import { updateOptions } from '../pages/options/update.js'
import { updateOverview } from '../pages/overview/update.js'
import { updateQueue } from '../pages/queue/update.js'
import { updateReview } from '../pages/review/update.js'
import { updateSessions } from '../pages/sessions/update.js'
import { updateWay } from '../pages/way/update.js'
import { updateChanges } from '../questions/update.js'

export function updatePage(model: Model, page: Page, event: ChatEvent): Step {
  switch (page.is) {
    case 'agents':
      return updateAgents(model, page, event)
    case 'browse':
      return updateBrowse(model, page, event)
    case 'changes':
      return updateChanges(model, page, event)
    case 'help':
      return updateHelp(model, page, event)
    case 'options':
      return updateOptions(model, page, event)
    case 'overview':
      return updateOverview(model, page, event)
    case 'queue':
      return updateQueue(model, page, event)
    case 'review':
      return updateReview(model, page, event)
    case 'sessions':
      return updateSessions(model, page, event)
    case 'way':
      return updateWay(model, page, event)
  }
}
