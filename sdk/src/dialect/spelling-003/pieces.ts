/**
 * Messages of one block with nothing said beside it: most of what is ever said, and there may be a million in a turn.
 * They are made here of plain literals, to what `messages.ts` would make of them in five times as long.
 */

import { isFields } from '../../schema/fields.js'
import { keep } from '../kept.js'
import { block } from './content.js'
import type { Fields } from './respelling.js'

/** What is noted of a message of one block, always the same: one object for all of them. */
const { _meta: UNNAMED } = keep<Fields>({}, '003', { $part: [0, 1] })
const { _meta: NAMED } = keep<Fields>({}, '003', { $isNamed: true, $part: [0, 1] })

/** Whether an object has so many fields; looked at only after those that it must have. */
function counts(fields: Fields, count: number): boolean {
  return Object.keys(fields).length === count
}

/** Their message as the chunk of a message that has a name; nothing where it is another one. */
export function toNamedPiece(params: Fields): Fields | undefined {
  const { sessionId, update } = params
  if (!isFields(update) || update.messageId === undefined || !isAlone(update, 4)) return undefined
  const { content, messageId } = update
  const piece = {
    sessionUpdate: 'agent_message_chunk',
    content: block.toOurs((content as readonly unknown[])[0]),
    messageId,
    _meta: NAMED,
  }
  return sessionId !== undefined && counts(params, 2)
    ? { sessionId, update: piece }
    : { ...params, update: piece }
}

/** The same of a message that gets its name here. */
export function toUnnamedPiece(params: Fields, messageId: string): Fields | undefined {
  const { sessionId, update } = params
  if (!isFields(update) || !isAlone(update, 3)) return undefined
  const { content } = update
  const piece = {
    sessionUpdate: 'agent_message_chunk',
    content: block.toOurs((content as readonly unknown[])[0]),
    messageId,
    _meta: UNNAMED,
  }
  return sessionId !== undefined && counts(params, 2)
    ? { sessionId, update: piece }
    : { ...params, update: piece }
}

function isAlone(update: Fields, count: number): boolean {
  const { type, role, content } = update
  return (
    type === 'message' &&
    role === 'agent' &&
    Array.isArray(content) &&
    content.length === 1 &&
    counts(update, count)
  )
}

/** Our chunk as a message of theirs; nothing where more is said with it than its words. */
export function toPlainMessage(params: Fields, update: Fields): Fields | undefined {
  const { sessionUpdate, content, messageId } = update
  if (content === undefined || messageId === undefined || !counts(update, 3)) return undefined
  const role = sessionUpdate === 'user_message_chunk' ? 'user' : 'agent'
  const message = { type: 'message', role, content: [block.toTheirs(content)], messageId }
  const { sessionId } = params
  return sessionId !== undefined && counts(params, 2)
    ? { sessionId, update: message }
    : { ...params, update: message }
}
