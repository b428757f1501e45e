/** How the page of browse changes. */

import type { ChatEvent } from '../../event.js'
import type { Model, Step } from '../../model/model.js'
import type { BrowsePage } from './page.js'

export function openBrowse(model: Model): Step {
  return [{ ...model, page: { is: 'browse' } }, []]
}

/** Hears everything that happens while the page is open. */
export function updateBrowse(model: Model, _page: BrowsePage, _event: ChatEvent): Step {
  return [model, []]
}

export function openBrowseAt(model: Model, _at: 'last-tool' | 'last-prompt' | 'end'): Step {
  return openBrowse(model)
}
