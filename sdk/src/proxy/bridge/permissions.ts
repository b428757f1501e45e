/** Permission requests in the words of the other version: version 1 asks about a tool call, version 2 about anything. */

import type { v1Unstable, v2Unstable } from '../../schema/index.js'
import { type Fields, fieldsIn, fieldsOf, isFields, listOf, textOf, without } from './fields.js'
import { type Told, toNewToolCall, toOldToolCall } from './words/index.js'
import { keep, keptIn, toKeys } from './words/kept.js'
import { toContentNews } from './words/terminals.js'

/** The kinds of choices that version 1 knows. */
const kinds = new Set<unknown>(['allow_once', 'allow_always', 'reject_once', 'reject_always'])

/** Nobody decided; never an approval. */
export const dismissed = { outcome: { outcome: 'cancelled' } } as const

/**
 * Undefined where version 1 has none of the choices: a kind that nobody knows must not be taken for another, because
 * there are clients that choose by it.
 */
export function toOldPermission(told: Told, params: Fields, madeId: string): Fields | undefined {
  const options = fieldsIn(params.options).filter(({ kind }) => kinds.has(kind))
  if (options.length === 0) return undefined
  const { title, description, subject } = params
  const { type, toolCall } = fieldsOf(subject)
  const isCall = type === 'tool_call' && isFields(toolCall) && textOf(toolCall.toolCallId) !== undefined
  const shown = isCall ? toQuestion(told, params, toolCall) : toOldSubject(params, madeId)
  // A tool call is told in full by its own words.
  const kept = isCall ? {} : { subject, isBare: subject === undefined }
  return {
    ...without(params, 'title', 'description', 'subject'),
    toolCall: keep(shown, 'v2', { ...keptIn(shown, 'v2'), title, description, ...kept }),
    options,
  }
}

/** Version 1 shows the call alone: the question is its title, and what else is said stands before what it shows. */
function toQuestion(told: Told, { title, description }: Fields, toolCall: Fields): Fields {
  const call: Fields = { ...toOldToolCall(told, toolCall as unknown as v2Unstable.ToolCallUpdate) }
  const asked = textOf(title) ?? call.title
  const isOther = textOf(toolCall.title) !== undefined && toolCall.title !== asked
  const texts = [textOf(description), isOther ? textOf(toolCall.title) : undefined]
  const said = texts.flatMap(text => (text === undefined || text === '' ? [] : [textContent(text)]))
  const { fields, made } = keptIn(call, 'v2')
  const content = call.content ?? toContentNews(told, textOf(toolCall.toolCallId) ?? '').content
  const makes = [
    ...toKeys(made),
    ...(toolCall.title === undefined ? ['title'] : []),
    ...(said.length > 0 && toolCall.content === undefined ? ['content'] : []),
  ]
  const front = said.map(each => keep(each, 'v2', { isRest: true }))
  const worded = {
    ...call,
    title: asked,
    ...(said.length > 0 ? { content: [...front, ...listOf(content)] } : {}),
  }
  return keep(worded, 'v2', {
    ...keptIn(call, 'v2'),
    fields: isOther ? { ...fieldsOf(fields), title: toolCall.title } : fields,
    made: makes.length > 0 ? makes : undefined,
  })
}

function toOldSubject({ title, description, subject }: Fields, madeId: string): Fields {
  const { type, command, cwd, toolCallId } = fieldsOf(subject)
  const said = [textOf(description)].flatMap(text => (text === undefined ? [] : [textContent(text)]))
  if (type === 'command')
    return {
      toolCallId: textOf(toolCallId) ?? madeId,
      title,
      kind: 'execute',
      content: [...said, textContent(textOf(command) ?? '')],
      rawInput: { command, cwd },
    }
  return { toolCallId: madeId, title, ...(said.length > 0 ? { content: said } : {}) }
}

/** Undefined where there is nothing to choose from, which version 2 has no words for. `known` is what the call is called. */
export function toNewPermission(params: Fields, known: string | undefined): Fields | undefined {
  const { toolCall, options, ...rest } = params
  if (!Array.isArray(options) || options.length === 0) return undefined
  if (!isFields(toolCall) || textOf(toolCall.toolCallId) === undefined) return { ...params }
  const kept = keptIn(toolCall, 'v2')
  const call = toNewToolCall(toolCall as unknown as v1Unstable.ToolCallUpdate)
  const title = textOf(kept.title) ?? textOf(toolCall.title) ?? known ?? 'Permission needed'
  const description = textOf(kept.description)
  const subject = isFields(kept.subject) ? kept.subject : { type: 'tool_call', toolCall: call }
  return {
    ...rest,
    title,
    ...(description === undefined ? {} : { description }),
    ...(kept.isBare === true ? {} : { subject }),
    options,
  }
}

/** An outcome that nobody knows is none of the choices. */
export function toOldOutcome(result: unknown): unknown {
  const { outcome } = fieldsOf(fieldsOf(result).outcome)
  return outcome === 'selected' || outcome === 'cancelled' ? result : dismissed
}

function textContent(text: string): Fields {
  return { type: 'content', content: { type: 'text', text } }
}
