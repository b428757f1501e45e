/** What a form begins with: what the console knows already, so that nobody has to type it. */

import { type Form, formOf, fromParams, type MethodFact, type Part, toParams } from '@parley/acp/inspect'
import { isObject } from '../../json-object.js'
import { initializeParams, sessionParams } from './greeting.js'
import { type Console, type FormPage, factsOf, type Held, type Purpose } from './model.js'

export function formPage(purpose: Purpose, form: Form): FormPage {
  return { is: 'form', purpose, form, cursor: 0, isPreview: false, isWarned: false }
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
  const form = formOf(facts, part)
  const known = firstResult(held)
  return formPage({ is: 'answer', held }, known === undefined ? form : fromParams(facts, part, known))
}

function firstResult({ method, params }: Held): unknown {
  if (!isObject(params)) return undefined
  if (method === 'session/request_permission') {
    const [first] = Array.isArray(params.options) ? params.options : []
    const optionId = isObject(first) ? first.optionId : undefined
    return { outcome: { outcome: 'selected', optionId } }
  }
  if (method !== 'elicitation/create' || params.mode !== 'form') return undefined
  return { action: 'accept', content: firstContent(params.requestedSchema) }
}

/** Every field that is asked for, with what stands in it at first. */
function firstContent(schema: unknown): unknown {
  const properties = isObject(schema) && isObject(schema.properties) ? schema.properties : {}
  const blanks: Readonly<Record<string, unknown>> = { boolean: false, number: 0, integer: 0, array: [] }
  const made = Object.entries(properties).map(([name, property]) => {
    const { default: given, type } = isObject(property) ? property : {}
    return [name, given ?? (typeof type === 'string' ? blanks[type] : undefined) ?? '']
  })
  return Object.fromEntries(made)
}

/** The page on which an earlier message is changed: a form where it was a call or an answer, else its text. */
export function reusePage(console: Console, message: unknown): FormPage | undefined {
  if (!isObject(message) || typeof message.method !== 'string') return undefined
  const { method, id, params } = message
  const kind = id === undefined ? 'notification' : 'request'
  const form = fromParams(factsOf(console), { method, part: 'params', kind }, params ?? {})
  return formPage({ is: 'call', method, kind }, form)
}
