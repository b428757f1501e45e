/**
 * Pieces of messages as they stream: most of what is ever said. Whatever is plain text in a plain envelope is respelled
 * here without looking anything up, to what the tables of `updates.ts` would make of it.
 */

import { shelfKeys } from '../kept.js'
import { type Fields, isFields } from './spelling.js'

/** Where the name of a message lies, for which this spelling has no place; written out, a literal is made at once. */
type NameOnShelf = Readonly<Record<(typeof shelfKeys)['v1'], { readonly messageId: unknown }>>

/** Whether an object has so many fields; looked at only after those that it must have. */
function counts(fields: Fields, count: number): boolean {
  return Object.keys(fields).length === count
}

/** A piece of plain text as version 1 says it; undefined where a table has to be asked. */
export function chunkToOurs(sessionUpdate: string, data: Fields): Fields | undefined {
  const { content, _meta } = data
  if (typeof content !== 'string') return undefined
  if (_meta === undefined)
    return counts(data, 1) ? { sessionUpdate, content: { type: 'text', text: content } } : undefined
  const messageId = counts(data, 2) ? nameIn(_meta) : undefined
  return messageId === undefined
    ? undefined
    : { sessionUpdate, content: { type: 'text', text: content }, messageId }
}

/** The name of a message where nothing else was laid away with it. */
function nameIn(meta: unknown): unknown {
  if (!isFields(meta) || !counts(meta, 1)) return undefined
  const laid = meta[shelfKeys.v1]
  return isFields(laid) && counts(laid, 1) ? laid.messageId : undefined
}

/** A piece of plain text in this spelling; undefined where a table has to be asked. */
export function chunkToTheirs(update: Fields): Fields | undefined {
  const { content, messageId } = update
  if (!isFields(content) || content.type !== 'text') return undefined
  if (typeof content.text !== 'string' || !counts(content, 2)) return undefined
  if (messageId === undefined) return counts(update, 2) ? { content: content.text } : undefined
  if (!counts(update, 3)) return undefined
  const _meta: NameOnShelf = { 'parley.dev/v1': { messageId } }
  return { content: content.text, _meta }
}

/** Whether an envelope says nothing but where it belongs, beside so many fields that are not its own. */
export function isBare(params: Fields, others: number): boolean {
  return typeof params.sessionId === 'string' && Object.keys(params).length === others + 1
}
