/** How the page of overview changes. */

import type { ChatEvent } from '../../event.js'
import type { Model, Step } from '../../model/model.js'
import type { OverviewPage } from './page.js'

export function openOverview(model: Model): Step {
  return [{ ...model, page: { is: 'overview' } }, []]
}

/** Hears everything that happens while the page is open. */
export function updateOverview(model: Model, _page: OverviewPage, _event: ChatEvent): Step {
  return [model, []]
}
