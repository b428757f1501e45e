/**
 * What an agent of version 1 wants to know of the user of a client of version 2. While it does, the session requires
 * action. On a cancel version 1 expects answers to all of them, and version 2 that they are taken back.
 */

import type { ErrorObject } from '../../../jsonrpc/index.js'
import { lookUp } from '../../../thread/tree.js'
import { conversationOf, withConversation } from '../conversations.js'
import { dismissedForm, toNewForm, toOldAction } from '../elicitations.js'
import { isCancelled } from '../errors.js'
import { type Fields, fieldsOf, isFields, sessionIdOf } from '../fields.js'
import { dismissed, toNewPermission, toOldOutcome } from '../permissions.js'
import { step } from '../steps.js'
import {
  type Asked,
  type Conversation,
  type NewEffect,
  type NewStep,
  type Question,
  type State,
  tellState,
} from './state.js'

const methods = { permission: 'session/request_permission', elicitation: 'elicitation/create' } as const

/** Undefined where the question belongs to no session. */
export function ask(state: State, kind: Question['kind'], { call, params }: Asked): NewStep | undefined {
  const sessionId = sessionIdOf(params)
  if (sessionId === undefined || !isFields(params)) return undefined
  const conversation = conversationOf(state, sessionId)
  const worded =
    kind === 'permission' ? toNewPermission(params, titleOf(conversation, params)) : toNewForm(params)
  // Where there is nothing to choose from, or all was called off, nobody needs to be asked.
  if (worded === undefined || conversation.turn?.isCancelled === true)
    return step(state, { kind: 'answer', call, result: unanswered(kind) })
  const question: Question = { kind, call, sessionId }
  const { turn, questions } = conversation
  const isFirst = turn !== undefined && questions.length === 0
  return step(
    withConversation(state, sessionId, { questions: [...questions, question] }),
    ...(isFirst ? [tellState(sessionId, { state: 'requires_action' })] : []),
    { kind: 'ask', to: 'client', method: methods[kind], params: worded, tag: question, sake: call },
  )
}

export function answered(state: State, question: Question, result: unknown): NewStep {
  const worded = question.kind === 'permission' ? toOldOutcome(result) : toOldAction(result)
  return settle(state, question, { kind: 'answer', call: question.call, result: worded })
}

/** Who was told that an answer is no longer wanted may also answer with an error. */
export function refused(state: State, question: Question, error: ErrorObject): NewStep {
  const { call, kind } = question
  const effect: NewEffect = isCancelled(error)
    ? { kind: 'answer', call, result: unanswered(kind) }
    : { kind: 'refuse', call, error }
  return settle(state, question, effect)
}

/** Takes back what the user was asked, and tells the agent that nobody has decided. */
export function dismiss(state: State, sessionId: string): NewStep {
  const { questions } = conversationOf(state, sessionId)
  if (questions.length === 0) return step(state)
  return step(
    withConversation(state, sessionId, { questions: [] }),
    ...questions.flatMap<NewEffect>(question => [
      { kind: 'giveUp', tag: question },
      { kind: 'answer', call: question.call, result: unanswered(question.kind) },
    ]),
  )
}

/** What was taken back is answered already. */
function settle(state: State, question: Question, effect: NewEffect): NewStep {
  const { sessionId } = question
  const { questions, turn } = conversationOf(state, sessionId)
  if (!questions.includes(question)) return step(state)
  const left = questions.filter(each => each !== question)
  const goesOn = turn !== undefined && left.length === 0
  return step(
    withConversation(state, sessionId, { questions: left }),
    effect,
    ...(goesOn ? [tellState(sessionId, { state: 'running' })] : []),
  )
}

function titleOf({ titles }: Conversation, { toolCall }: Fields): string | undefined {
  const { toolCallId } = fieldsOf(toolCall)
  return typeof toolCallId === 'string' ? lookUp(titles, toolCallId) : undefined
}

function unanswered(kind: Question['kind']): Fields {
  return kind === 'permission' ? dismissed : dismissedForm
}
