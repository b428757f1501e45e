/** How the page of review changes. */

import type { ChatEvent } from '../../event.js'
import type { Model, Step } from '../../model/model.js'
import type { ReviewPage } from './page.js'

export function openReview(model: Model): Step {
  return [{ ...model, page: { is: 'review' } }, []]
}

/** Hears everything that happens while the page is open. */
export function updateReview(model: Model, _page: ReviewPage, _event: ChatEvent): Step {
  return [model, []]
}
