/** How the page of options changes. */

import type { ChatEvent } from '../../event.js'
import type { Model, Step } from '../../model/model.js'
import type { OptionsPage } from './page.js'

export function openOptions(model: Model): Step {
  return [{ ...model, page: { is: 'options' } }, []]
}

/** Hears everything that happens while the page is open. */
export function updateOptions(model: Model, _page: OptionsPage, _event: ChatEvent): Step {
  return [model, []]
}
