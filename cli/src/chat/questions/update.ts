/** How the question that stands there is answered: by keys that mean something, after it could be read, and never by accident. */

import type { ChatEvent } from '../event.js'
import type { Model, Step } from '../model/model.js'
import type { TalkKey } from '../model/talk.js'
import type { ChangesPage } from './changes-page.js'

/** A key or a paste while a question has the attention. False: it means nothing to it. */
export function updateQuestion(
  model: Model,
  _talk: TalkKey,
  _event: ChatEvent,
): { readonly step: Step; readonly isTaken: boolean } {
  return { step: [model, []], isTaken: false }
}

/** Marks the question that can now be seen as shown, and gives it the keys where nobody is writing. Called after every event. */
export function attend(model: Model): Model {
  return model
}

export function updateChanges(model: Model, _page: ChangesPage, _event: ChatEvent): Step {
  return [model, []]
}
