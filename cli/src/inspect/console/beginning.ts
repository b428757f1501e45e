/** What a form begins with: what the console knows already, so that nobody has to type it. */

import {
  type Facts,
  type Form,
  formOf,
  formOfQuestion,
  fromParams,
  type MethodFact,
  type Part,
  toParams,
} from '@parley/acp/inspect'
import { isObject } from '../../json-object.js'
import { initializeParams, sessionParams } from './greeting.js'
import { type Console, type FormPage, factsOf, type Held, type Purpose } from './model.js'

export function formPage(purpose: Purpose, form: Form): FormPage {
  return { is: 'form', purpose, form, cursor: 0, top: 0, isPreview: false, isWarned: false }
}

/** The form of a call; of a method that no schema knows, one field of JSON. */
export function callPage(console: Console, method: string, fact: MethodFact | undefined): FormPage {
  const kind = fact?.kind ?? 'request'
  const part: Part = { method, part: 'params', kind }
  return formPage(
    { is: 'call', method, kind },
    fromParams(factsOf(console), part, firstParams(console, part)),
  )
}

function firstParams(console: Console, part: Part): unknown {
  const { method } = part
  const { cwd, offered: version, capabilities, session, profile } = console
  if (method === 'initialize')
    return initializeParams({ version, capabilities, isManned: profile === 'hold' })
  const { params } = toParams(formOf(factsOf(console), part))
  const blank = isObject(params) ? params : {}
  if (method === 'session/new') return { ...blank, ...sessionParams(cwd) }
  const fact = factsOf(console).methods.find(({ name, kind }) => name === method && kind === part.kind)
  const place = /^session\/(?:load|resume|fork)$/.test(method) ? sessionParams(cwd) : {}
  return fact?.scope === 'session' && session !== undefined
    ? { sessionId: session, ...place, ...blank }
    : { ...place, ...blank }
}

/** The form of an answer, with what the question itself says about it. */
export function answerPage(console: Console, held: Held): FormPage {
  const facts = factsOf(console)
  const part: Part = { method: held.method, part: 'result', to: 'client', kind: 'request' }
  return formPage({ is: 'answer', held }, firstAnswer(facts, part, held.params))
}

function firstAnswer(facts: Facts, part: Part, params: unknown): Form {
  const { method } = part
  if (method === 'session/request_permission' && isObject(params)) {
    const [first] = Array.isArray(params.options) ? params.options : []
    const optionId = isObject(first) ? first.optionId : undefined
    return fromParams(facts, part, { outcome: { outcome: 'selected', optionId } })
  }
  const isQuestion = method === 'elicitation/create' && isObject(params) && params.mode === 'form'
  return isQuestion ? formOfQuestion(facts, part, params.requestedSchema) : formOf(facts, part)
}

/** The form in which an earlier call is changed; nothing where the message was none. */
export function reusePage(console: Console, message: unknown): FormPage | undefined {
  if (!isObject(message) || typeof message.method !== 'string') return undefined
  const { method, id, params } = message
  const kind = id === undefined ? 'notification' : 'request'
  const form = fromParams(factsOf(console), { method, part: 'params', kind }, params ?? {})
  return formPage({ is: 'call', method, kind }, form)
}
