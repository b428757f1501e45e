/** How one goes through the page of everything that is asked about. What answers is decided elsewhere. */

import type { Model } from '../model/model.js'
import type { Question } from '../model/question.js'
import type { Key } from '../screen/input.js'
import type { ChangesPage } from './changes-page.js'
import { changesBody, changesRoom } from './draw-changes.js'

/** Facts of more lines than these are read before the files. */
const FEW_LINES = 6

/** The page, beginning with what matters most. */
export function openChanges(model: Model, question: Question): Model {
  const isShort = question.is === 'permission' && question.changes.length > 0
  const file = isShort && question.lines.length <= FEW_LINES ? 1 : 0
  return { ...model, page: { is: 'changes', questionId: question.id, file, top: 0 } }
}

/** Nothing where the key does not move. */
export function moveChanges(
  model: Model,
  { page, question }: { readonly page: ChangesPage; readonly question: Question },
  { name, text }: Key,
): ChangesPage | undefined {
  const room = changesRoom(question, model.size)
  const last = Math.max(0, changesBody(page, question, model.size.columns).length - room)
  const top = Math.min(page.top, last)
  const to = (line: number): ChangesPage => ({ ...page, top: Math.max(0, Math.min(last, line)) })
  const files = question.is === 'permission' ? question.changes.length : 0
  const turn = (by: number): ChangesPage => {
    const file = Math.max(0, Math.min(files, page.file + by))
    return file === page.file ? page : { ...page, file, top: 0 }
  }
  switch (name === 'character' ? text : name) {
    case 'j':
    case 'right':
      return turn(1)
    case 'k':
    case 'left':
      return turn(-1)
    case 'up':
      return to(top - 1)
    case 'down':
      return to(top + 1)
    case 'page-up':
      return to(top - room)
    case 'page-down':
    case ' ':
      return to(top + room)
    case 'home':
      return to(0)
    case 'end':
      return to(last)
    default:
      return undefined
  }
}
