/** Which question has the keys, and whether a letter would answer it: what is typed in a word must not. */

import { activeTalk, type Model } from '../model/model.js'
import type { Question } from '../model/question.js'
import { isTyped } from './form-question.js'
import { isDeaf } from './hearing.js'
import { optionOf } from './option-keys.js'

/** The question that letters are commands to, below the conversation or on its page. None where they are text. */
export function commandedQuestion(model: Model): Question | undefined {
  const { attention, questions } = activeTalk(model)
  const [question] = questions
  if (question === undefined || question.shownAt === undefined) return undefined
  if (model.page !== undefined)
    return model.page.is === 'changes' && model.page.questionId === question.id ? question : undefined
  return attention === 'composer' || takesText(question) ? undefined : question
}

/** Somebody writes into the question itself. */
function takesText(question: Question): boolean {
  if (question.is === 'permission') return question.isRefusing === true
  const field = question.is === 'form' ? question.fields[question.at] : undefined
  return field !== undefined && isTyped(field)
}

/** Whether a letter would answer it now, or open what it asks about. */
export function isAnswer(model: Model, question: Question, text: string): boolean {
  const isCramped = question.isCramped === true && model.page === undefined
  if (isCramped || isDeaf(question, model.now)) return false
  if (question.is === 'address') return ['o', 'y', 'n'].includes(text)
  return question.is === 'permission' && optionOf(text, question.options) !== undefined
}
