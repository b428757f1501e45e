/** How the page of sessions changes. */

import type { ChatEvent } from '../../event.js'
import type { Model, Step } from '../../model/model.js'
import type { SessionsPage } from './page.js'

export function openSessions(model: Model): Step {
  return [{ ...model, page: { is: 'sessions' } }, []]
}

/** Hears everything that happens while the page is open. */
export function updateSessions(model: Model, _page: SessionsPage, _event: ChatEvent): Step {
  return [model, []]
}
