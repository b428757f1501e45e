/** How the page of help changes. */

import type { ChatEvent } from '../../event.js'
import type { Model, Step } from '../../model/model.js'
import type { HelpPage } from './page.js'

export function openHelp(model: Model): Step {
  return [{ ...model, page: { is: 'help' } }, []]
}

/** Hears everything that happens while the page is open. */
export function updateHelp(model: Model, _page: HelpPage, _event: ChatEvent): Step {
  return [model, []]
}
