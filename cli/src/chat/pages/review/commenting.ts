/** How comments are written, deleted and sent. */

import { cutCharacters, sanitizeForDisplay } from '@parley/acp/guard'
import type { Step } from '../../model/model.js'
import type { Input } from '../../screen/input.js'
import { editLine } from '../../screen/text-line.js'
import { remark } from '../../update/remark.js'
import { enqueueFirst, isFree, send } from '../../update/sending.js'
import { pressed } from '../page-key.js'
import { commentOn, commentsBelow, commentsOf, toPrompt } from './comments.js'
import { reviewed } from './rows.js'
import { lineAt, type Scene, turnTo, withComments } from './scene.js'

const MOST = 2_000
const COMMENT = { most: MOST, clean: (text: string) => sanitizeForDisplay(cutCharacters(text, MOST)) }

export function beginComment(scene: Scene): Step {
  const line = lineAt(scene)
  if (line === undefined) return [remark(scene.model, 'There is no line here to comment on.'), []]
  const text = line.own?.text ?? scene.page.draft
  return [turnTo(scene, { input: { text, cursor: text.length }, isUndoAsked: false }), []]
}

/** A key or a paste while a comment is written. */
export function write(scene: Scene, event: Input): Step {
  const { input } = scene.page
  const line = lineAt(scene)
  const word = pressed(event)
  if (input === undefined || line === undefined || word === 'escape' || word === 'ctrl+c')
    return [
      turnTo(scene, { input: undefined, draft: line?.own === undefined ? (input?.text ?? '') : '' }),
      [],
    ]
  if (word !== 'enter') return [turnTo(scene, { input: editLine(input, event, COMMENT) ?? input }), []]
  const text = input.text.trim()
  const added = text === '' ? [] : [commentOn(line.change, line.row, text)]
  const model = withComments(scene, comments => [...comments.filter(each => each !== line.own), ...added])
  return [turnTo({ ...scene, model }, { input: undefined, draft: '' }), []]
}

export function deleteComment(scene: Scene): Step {
  const { page, talk } = scene
  const change = page.changes?.[page.file]
  if (change === undefined) return [scene.model, []]
  const below = commentsBelow(commentsOf(talk, change.path), reviewed(change), page.row)
  const gone = below.at(-1)?.comment
  if (gone === undefined) return [remark(scene.model, 'There is no comment on this line.'), []]
  const model = withComments(scene, comments => comments.filter(each => each !== gone))
  return [turnTo({ ...scene, model }, { isUndoAsked: false }), []]
}

/** The next prompt: before all that wait. */
export function sendReview(scene: Scene): Step {
  const { talk, page } = scene
  const comments = talk.reviewComments ?? []
  if (comments.length === 0)
    return [
      remark(turnTo(scene, { isUndoAsked: false }), 'There is nothing to send: c comments on a line.'),
      [],
    ]
  const submission = toPrompt(comments, talk.cwd)
  const model = { ...withComments(scene, () => []), page: undefined }
  if (isFree(talk)) return send(model, page.talk, submission)
  return [
    remark(enqueueFirst(model, page.talk, submission), 'The review is sent when the agent is done.'),
    [],
  ]
}
