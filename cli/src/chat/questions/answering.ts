/** What becomes of a conversation when its question is answered, or is gone. */

import { toSubmission } from '../composer/submission.js'
import { replaceText } from '../composer/update.js'
import type { Effect } from '../effect.js'
import { EMPTY_COMPOSER } from '../model/composer.js'
import { type Model, type Step, withTalk } from '../model/model.js'
import type { Answer, PermissionQuestion, Question } from '../model/question.js'
import type { Talk, TalkKey } from '../model/talk.js'
import { enqueueFirst } from '../update/sending.js'

/** A key that was looked at. What became of the model counts also where it was not taken. */
export interface Heard {
  readonly step: Step
  readonly isTaken: boolean
}

export const taken = (model: Model, effects: readonly Effect[] = []): Heard => ({
  step: [model, effects],
  isTaken: true,
})

export const untaken = (model: Model): Heard => ({ step: [model, []], isTaken: false })

/** The same model with the question changed. */
export function withQuestion(model: Model, talk: TalkKey, question: Question): Model {
  return withTalk(model, talk, it => ({
    ...it,
    questions: it.questions.map(each => (each.id === question.id ? question : each)),
  }))
}

/** The question is answered and gone, and so is the page that showed it. */
export function answerWith(
  model: Model,
  { talk, question }: { readonly talk: TalkKey; readonly question: Question },
  answer: Answer,
): Heard {
  const rest = withTalk(model, talk, it => without(it, question.id))
  const isOpen = rest.page?.is === 'changes' && rest.page.questionId === question.id
  const next = isOpen ? { ...rest, page: undefined } : rest
  return taken(next, [{ do: 'answer', talk, questionId: question.id, answer }])
}

/** A no, with its reason as the next thing that is said. */
export function refuse(model: Model, talk: TalkKey, question: PermissionQuestion): Heard {
  const option =
    question.options.find(({ kind }) => kind === 'reject_once') ??
    question.options.find(({ kind }) => kind.startsWith('reject'))
  const answer: Answer = option === undefined ? { is: 'dismissed' } : { is: 'option', optionId: option.id }
  const text = question.refusal?.text ?? ''
  const submission = toSubmission({ ...EMPTY_COMPOSER, text }, question.cwd, model.home)
  const said = submission === undefined ? model : enqueueFirst(model, talk, submission)
  return answerWith(said, { talk, question }, answer)
}

/** A question that nobody waits for any longer is taken away; what was written into it as a reason is kept. */
export function withdrawQuestion(talk: Talk, questionId: string): Talk {
  const question = talk.questions.find(({ id }) => id === questionId)
  const reason = question?.is === 'permission' ? (question.refusal?.text ?? '') : ''
  const rest = without(talk, questionId)
  if (reason.trim() === '') return rest
  const { composer } = rest
  const text = composer.text === '' ? reason : `${composer.text}\n${reason}`
  return { ...rest, composer: replaceText(composer, text) }
}

function without(talk: Talk, questionId: string): Talk {
  const questions = talk.questions.filter(({ id }) => id !== questionId)
  return questions.length === talk.questions.length ? talk : { ...talk, questions }
}
