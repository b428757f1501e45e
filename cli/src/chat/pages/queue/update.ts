/** How the page of queue changes. */

import type { ChatEvent } from '../../event.js'
import type { Model, Step } from '../../model/model.js'
import type { QueuePage } from './page.js'

export function openQueue(model: Model): Step {
  return [{ ...model, page: { is: 'queue' } }, []]
}

/** Hears everything that happens while the page is open. */
export function updateQueue(model: Model, _page: QueuePage, _event: ChatEvent): Step {
  return [model, []]
}
