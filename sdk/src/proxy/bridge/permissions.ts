/** Permission requests in the words of the other version: version 1 asks about a tool call, version 2 about anything. */

import type { v1Unstable, v2Unstable } from '../../schema/index.js'
import { type Fields, fieldsIn, fieldsOf, isFields, textOf, without } from './fields.js'
import { type Told, toNewToolCall, toOldToolCall } from './words/index.js'
import { keep } from './words/kept.js'

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
  // A tool call is told in full by its own words.
  const isCall = fieldsOf(subject).type === 'tool_call'
  const kept = isCall ? { title, description } : { title, description, subject }
  return {
    ...without(params, 'title', 'description', 'subject'),
    toolCall: keep(toOldSubject(told, params, madeId), 'v2', kept),
    options,
  }
}

function toOldSubject(told: Told, { title, description, subject }: Fields, madeId: string): Fields {
  const { type, toolCall, command, cwd, toolCallId } = fieldsOf(subject)
  const said = [textOf(description)].flatMap(text => (text === undefined ? [] : [textContent(text)]))
  if (type === 'tool_call' && isFields(toolCall) && textOf(toolCall.toolCallId) !== undefined) {
    const call = { ...toOldToolCall(told, toolCall as unknown as v2Unstable.ToolCallUpdate) }
    return { ...call, title: call.title ?? title }
  }
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
  const call = toNewToolCall(toolCall as unknown as v1Unstable.ToolCallUpdate)
  const title = textOf(toolCall.title) ?? known ?? 'Permission needed'
  return { ...rest, title, subject: { type: 'tool_call', toolCall: call }, options }
}

/** An outcome that nobody knows is none of the choices. */
export function toOldOutcome(result: unknown): unknown {
  const { outcome } = fieldsOf(fieldsOf(result).outcome)
  return outcome === 'selected' || outcome === 'cancelled' ? result : dismissed
}

function textContent(text: string): Fields {
  return { type: 'content', content: { type: 'text', text } }
}
