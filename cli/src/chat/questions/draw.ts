/** The question that stands there, between the conversation and what is being written. */

import type { Model } from '../model/model.js'
import type { Talk } from '../model/talk.js'
import type { PageView } from '../pages/page-view.js'
import type { Cursor } from '../screen/frame.js'
import type { Line } from '../screen/line.js'
import type { ChangesPage } from './changes-page.js'

export interface QuestionDrawing {
  readonly lines: readonly Line[]
  readonly cursor?: Cursor | undefined
}

/** The first of the questions, in at most so many rows; nothing where there is none. How it can be answered is always visible. */
export function drawQuestion(
  _talk: Talk,
  _setting: { readonly columns: number; readonly rows: number; readonly now: number },
): QuestionDrawing {
  return { lines: [] }
}

export function drawChanges(_page: ChangesPage, _model: Model): PageView {
  return { lines: [] }
}
