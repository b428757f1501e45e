/** The question that stands there, between the conversation and what is being written. */

import type { Talk } from '../model/talk.js'
import { drawAddress } from './draw-address.js'
import { drawForm } from './draw-form.js'
import type { QuestionDrawing } from './draw-head.js'
import { drawPermission } from './draw-permission.js'

export { drawChanges } from './draw-changes.js'
export type { QuestionDrawing } from './draw-head.js'

/** The first of the questions, in at most so many rows; nothing where there is none. How it can be answered is always visible. */
export function drawQuestion(
  talk: Talk,
  setting: { readonly columns: number; readonly rows: number; readonly now: number },
): QuestionDrawing {
  const [question] = talk.questions
  if (question === undefined) return { lines: [] }
  if (setting.rows < 1) return { lines: [], isCramped: true }
  switch (question.is) {
    case 'permission':
      return drawPermission(question, talk, setting)
    case 'form':
      return drawForm(question, talk, setting)
    case 'address':
      return drawAddress(question, talk, setting)
  }
}
