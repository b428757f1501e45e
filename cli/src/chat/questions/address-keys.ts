/** The keys that answer an agent who wants somebody to visit an address. Enter answers nothing. */

import type { Model } from '../model/model.js'
import type { AddressQuestion } from '../model/question.js'
import type { TalkKey } from '../model/talk.js'
import type { Input } from '../screen/input.js'
import { answerWith, type Heard, taken, untaken } from './answering.js'
import { openChanges } from './changes-keys.js'

export function addressKey(
  model: Model,
  place: { readonly talk: TalkKey; readonly question: AddressQuestion },
  input: Input,
): Heard {
  if (input.type !== 'key' || input.key.isControl || input.key.isAlt) return untaken(model)
  const { name, text } = input.key
  switch (name === 'character' ? text : name) {
    case 'o':
      return openAddress(model, place.question)
    case 'y':
      return answerWith(model, place, { is: 'visited' })
    case 'n':
      return answerWith(model, place, { is: 'declined' })
    case 'escape':
      return answerWith(model, place, { is: 'dismissed' })
    case 'd':
      return taken(openChanges(model, place.question))
    case 'enter':
      return taken(model)
    default:
      return untaken(model)
  }
}

/** One of this length may not be whole on the screen: it is shown whole first, and opened from there. */
const LONG_ADDRESS = 240

function openAddress(model: Model, question: AddressQuestion): Heard {
  const isShown = question.url.length <= LONG_ADDRESS || model.page?.is === 'changes'
  if (!isShown) return taken(openChanges(model, question))
  return taken(model, [{ do: 'open-address', url: question.url }])
}
