/**
 * Pieces of messages as they stream: most of what is ever said. Whatever is plain text in a plain envelope is respelled
 * here without looking anything up, to what the tables of `updates.ts` would make of it.
 */

import { type Fields, isFields, keep } from './spelling.js'

/** A piece of plain text as version 1 says it; undefined where a table has to be asked. */
export function chunkToOurs(sessionUpdate: string, data: Fields): Fields | undefined {
  const { content, _meta, ...extras } = data
  if (typeof content !== 'string' || _meta !== undefined) return undefined
  return keep({ sessionUpdate, content: { type: 'text', text: content } }, '004', extras)
}

/** A piece of plain text in this spelling; undefined where a table has to be asked. */
export function chunkToTheirs(update: Fields): Fields | undefined {
  const { sessionUpdate, content, _meta, ...extras } = update
  if (_meta !== undefined || !isFields(content) || content.type !== 'text') return undefined
  if (typeof content.text !== 'string' || Object.keys(content).length !== 2) return undefined
  return keep({ content: content.text }, 'v1', extras)
}

/** Whether an envelope says nothing but where it belongs, beside so many fields that are not its own. */
export function isBare(params: Fields, others: number): boolean {
  return typeof params.sessionId === 'string' && Object.keys(params).length === others + 1
}
