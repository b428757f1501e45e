/**
 * Tool calls in the words of the other version. Version 1 makes a call and then changes it, and takes nothing back; in
 * version 2 whatever is first heard of a call makes it, null clears, and what it shows may come in pieces.
 */

import type { v1, v2 } from '../../../schema/index.js'
import { type Fields, isFields, isList, isText } from '../../../thread/fields.js'
import { nearestKind, nearestStatus } from '../../../thread/nearest-words.js'
import { reduce } from '../../../thread/reduce.js'
import { toolCallOf } from '../../../thread/selectors.js'
import { holdPiece, isDue, toOldHeld, weighWhole } from './call-pieces.js'
import { keep, keptIn, toKeys, toText, without, withoutKept } from './kept.js'
import { toNewItems } from './shown.js'
import { noteViewer, toShown } from './terminals.js'
import { meet, type SaidToNew, type SaidToOld, type Told } from './told.js'

const UNTITLED = 'Tool call'
const ENDED: ReadonlySet<unknown> = new Set(['completed', 'failed', 'cancelled'])
/** What says in version 1 that there is nothing; a name and what is raw cannot be taken back at all. */
const CLEARED: Fields = { status: 'pending', kind: 'other', content: [], locations: [], title: UNTITLED }

/** What is said of a call, as in a request for permission. */
export function toNewToolCall(call: v1.ToolCallUpdate): v2.ToolCallUpdate {
  const { fields, cleared, made } = keptIn({ ...call }, 'v2')
  const given = Object.entries(withoutKept({ ...call }, 'v2'))
  // Nothing and null are one in version 1, and null would clear in version 2.
  const said = Object.fromEntries(given.filter(([, value]) => value !== null && value !== undefined))
  const shown = isList(said.content) ? { content: toNewItems(said.content) } : {}
  const nulls = Object.fromEntries(toKeys(cleared).map(key => [key, null]))
  const restored = { ...said, ...shown, ...(isFields(fields) ? fields : {}), ...nulls }
  return without(restored, ...toKeys(made)) as never
}

/** What is said of a call, as in a request for permission; terminals of the agent's own are text there. */
export function toOldToolCall(told: Told, call: v2.ToolCallUpdate): v1.ToolCallUpdate {
  const given = withoutKept({ ...call }, 'v1')
  const cleared = Object.keys(given).filter(key => given[key] === null)
  const nulls = Object.fromEntries(
    cleared.filter(key => Object.hasOwn(CLEARED, key)).map(key => [key, CLEARED[key]]),
  )
  const { capabilities, ...said } = without(given, ...cleared)
  const { status, kind, content } = said
  const isOddStatus = status !== undefined && nearestStatus(status) !== status
  const isOddKind = kind !== undefined && nearestKind(kind) !== kind
  const fields = {
    ...(isOddStatus ? { status } : {}),
    ...(isOddKind ? { kind } : {}),
    ...pick({ capabilities }),
  }
  const old = {
    ...said,
    ...nulls,
    ...(isOddStatus ? { status: nearestStatus(status) } : {}),
    ...(isOddKind ? { kind: nearestKind(kind) } : {}),
    ...(isList(content) ? { content: toShown(told, content) } : {}),
  }
  return keep(old, 'v2', { fields: orNothing(fields), cleared: orNothing(cleared) }) as never
}

export function toNewCallNews(told: Told, update: Fields): SaidToNew {
  const { toolCallId, sessionUpdate } = update
  const { told: next, isNew } = meet(told, `tool_call ${toText(toolCallId)}`)
  const { chunk, chunks } = keptIn(update, 'v2')
  if (isList(chunks)) {
    const pieces = chunks
      .filter(isFields)
      .map(piece => ({ ...piece, sessionUpdate: 'tool_call_content_chunk', toolCallId }))
    return { told: next, updates: pieces as never }
  }
  if (isFields(chunk)) {
    const content = toNewItems(isList(update.content) ? update.content : []).at(-1)
    return {
      told: next,
      updates: [{ sessionUpdate: 'tool_call_content_chunk', toolCallId, content, ...chunk } as never],
    }
  }
  const call = { ...toNewToolCall(update as never), sessionUpdate: 'tool_call_update' }
  // What is first heard of a call makes it there, so only what is out of order has to be remembered.
  const isCall = sessionUpdate === 'tool_call'
  const order = isNew === isCall ? {} : { isCall }
  return { told: next, updates: [keep(call, 'v1', order) as never] }
}

export function toOldCallNews(told: Told, update: Fields): SaidToOld {
  const { toolCallId, status, content } = update
  const id = toText(toolCallId)
  const isLast = content !== undefined || ENDED.has(status)
  const before = isLast ? toOldHeld(told, id) : { told, updates: [] }
  const { isCall } = keptIn(update, 'v1')
  const { told: next, isNew } = note(weighWhole(before.told, id, content), update)
  const call = { ...toOldToolCall(next, update as never) } as Fields
  const isMade = typeof isCall === 'boolean' ? isCall : isNew
  const news = isMade ? toCreation(call) : { ...call, sessionUpdate: 'tool_call_update' }
  return { told: next, updates: [...before.updates, news as never] }
}

export function toOldCallPiece(told: Told, update: Fields): SaidToOld {
  const id = toText(update.toolCallId)
  const { told: noted, isNew } = note(told, update)
  const next = holdPiece(noted, id, update)
  if (!isNew && !isDue(next, id)) return { told: next, updates: [] }
  const said = toOldHeld(next, id)
  return isNew
    ? { told: said.told, updates: said.updates.map(news => toCreation({ ...news }) as never) }
    : said
}

/** The first that a client of version 1 hears of a call must say what it is. */
function toCreation(call: Fields): Fields {
  const made = { ...call, sessionUpdate: 'tool_call' }
  if (isText(call.title)) return made
  const title = isText(call.name) && call.name !== '' ? call.name : UNTITLED
  return keep({ ...made, title }, 'v2', { ...keptIn(call, 'v2'), made: ['title'] })
}

/** Only what may have to be said again is remembered. */
function note(told: Told, update: Fields): { readonly told: Told; readonly isNew: boolean } {
  const { sessionUpdate, toolCallId, content } = update
  const id = toText(toolCallId)
  const isNew = toolCallOf(told.shown, id) === undefined
  if (!isNew && content === undefined) return { told, isNew }
  const shown = reduce(told.shown, { sessionUpdate, toolCallId, ...pick({ content }) } as never)
  return { told: noteViewer({ ...told, shown }, id, isList(content) ? content : [content]), isNew }
}

function pick(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

function orNothing<T extends object>(value: T): T | undefined {
  return Object.keys(value).length === 0 ? undefined : value
}
