/** How the page of agents changes. */

import type { ChatEvent } from '../../event.js'
import type { Model, Step } from '../../model/model.js'
import type { AgentsPage } from './page.js'

export function openAgents(model: Model): Step {
  return [{ ...model, page: { is: 'agents' } }, []]
}

/** Hears everything that happens while the page is open. */
export function updateAgents(model: Model, _page: AgentsPage, _event: ChatEvent): Step {
  return [model, []]
}
