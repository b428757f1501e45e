/** The review at a moment, with the conversation it belongs to, and small steps from one to the next. */

import type { Model } from '../../model/model.js'
import { withTalk } from '../../model/model.js'
import type { ReviewComment, Talk } from '../../model/talk.js'
import { commentsOf, isOnRow } from './comments.js'
import type { ReviewPage } from './page.js'
import { reviewed } from './rows.js'

export interface Scene {
  readonly model: Model
  readonly page: ReviewPage
  readonly talk: Talk
}

export function turnTo({ model, page }: Scene, change: Partial<ReviewPage>): Model {
  return { ...model, page: { ...page, ...change } }
}

/** What the cursor is at. */
export function lineAt({ page, talk }: Scene) {
  const change = page.changes?.[page.file]
  const row = change === undefined ? undefined : reviewed(change).rows[page.row]
  if (change === undefined || row === undefined) return undefined
  const comments = commentsOf(talk, change.path)
  return { change, row, comments, own: comments.find(comment => isOnRow(comment, row)) }
}

export function withComments(
  { model, page }: Scene,
  change: (comments: readonly ReviewComment[]) => readonly ReviewComment[],
): Model {
  return withTalk(model, page.talk, talk => ({ ...talk, reviewComments: change(talk.reviewComments ?? []) }))
}
