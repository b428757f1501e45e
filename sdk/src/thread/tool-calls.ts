/** What the agent does with tools: calls that are made, changed, and cancelled. */

import type { ToolCall, ToolCallContent, ToolCallLocation } from './entry.js'
import {
  clearOnNull,
  type Fields,
  isFields,
  isList,
  isListOf,
  isText,
  isThere,
  isToolCallContent,
  itemsThatAre,
  keepOnNull,
  type Patch,
} from './fields.js'
import { addToMeta, type PatchMeta, patchMeta } from './meta.js'
import { append, itemsOf, sequenceOf } from './sequence.js'
import { replaceEntry, type Thread, upsert } from './thread.js'

const FINISHED = new Set(['completed', 'failed', 'cancelled'])

interface Rules {
  readonly patch: Patch
  readonly patchMeta: PatchMeta
}

/** Version 1 has no clearing. */
export const RULES_V1: Rules = { patch: keepOnNull, patchMeta: addToMeta }
export const RULES_V2: Rules = { patch: clearOnNull, patchMeta }

/** A call is made, or what is said of it changes what is known. */
export const changeToolCall =
  (rules: Rules) =>
  (thread: Thread, fields: Fields): Thread | undefined => {
    const { toolCallId } = fields
    if (!isText(toolCallId)) return undefined
    return upsert(thread, { kind: 'tool_call', id: toolCallId }, (call = newCall(toolCallId)) =>
      changed(call, fields, rules),
    )
  }

/** One more piece of what a call shows. */
export function extendToolCall(thread: Thread, { toolCallId, content }: Fields): Thread | undefined {
  if (!isText(toolCallId) || !isToolCallContent(content)) return undefined
  return upsert(thread, { kind: 'tool_call', id: toolCallId }, (call = newCall(toolCallId)) => ({
    ...call,
    content: append(call.content, content),
  }))
}

/**
 * The user has cancelled: what is unfinished counts as cancelled until the agent says otherwise. What the agent said
 * to be running in the background goes on.
 */
export function cancelToolCalls(thread: Thread): Thread {
  const background = new Set(itemsThatAre(thread.state?.background, isFields).map(work => work.toolCallId))
  return itemsOf(thread.slots).reduce((cancelled, entry, place) => {
    if (entry?.kind !== 'tool_call' || !isOpen(entry) || background.has(entry.toolCallId)) return cancelled
    return replaceEntry(cancelled, place, { ...entry, status: 'cancelled', cancelledFrom: entry.status })
  }, thread)
}

/** Whether more is to be expected of a call. */
export function isOpen({ status }: ToolCall): boolean {
  return !FINISHED.has(status)
}

function newCall(toolCallId: string): ToolCall {
  const content = sequenceOf<ToolCallContent>([])
  return { kind: 'tool_call', toolCallId, toolKind: 'other', status: 'pending', content, locations: [] }
}

function changed(call: ToolCall, fields: Fields, { patch, patchMeta }: Rules): ToolCall {
  const status = patch(call.status, fields.status, isText) ?? 'pending'
  // Null resets the status, so it is as much the agent's word as a status is.
  const isTold = isText(fields.status) || status !== call.status
  return {
    ...call,
    title: patch(call.title, fields.title, isText),
    name: patch(call.name, fields.name, isText),
    toolKind: patch(call.toolKind, fields.kind, isText) ?? 'other',
    status,
    cancelledFrom: isTold ? undefined : call.cancelledFrom,
    content: toContent(patch<Content>(call.content, fields.content, isContent)),
    locations: patch(call.locations, fields.locations, isLocations) ?? [],
    rawInput: patch<unknown>(call.rawInput, fields.rawInput, isThere),
    rawOutput: patch<unknown>(call.rawOutput, fields.rawOutput, isThere),
    capabilities: patch(call.capabilities, fields.capabilities, isFields),
    meta: patchMeta(call.meta, fields._meta),
  }
}

/** What is stored, or a list that takes its place. */
type Content = ToolCall['content'] | readonly ToolCallContent[]

function toContent(content: Content | undefined): ToolCall['content'] {
  return content === undefined || isList(content) ? sequenceOf(content ?? []) : content
}

const isContent = isListOf(isToolCallContent)
const isLocations = isListOf((value): value is ToolCallLocation => isFields(value) && isText(value.path))
