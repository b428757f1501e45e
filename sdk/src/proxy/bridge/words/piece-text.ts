/**
 * The JSON text of a piece of a message as it streams by: said of one session, words and nothing else, under an id that
 * was made for it. Put together from its few texts, because to write it as any object takes three times as long.
 */

import { isFields, isText } from '../../../thread/fields.js'
import { UNNAMED } from './messages.js'

const UNNAMED_TEXT = JSON.stringify(UNNAMED)

/** The text of the params of an update; undefined where they hold anything else. */
export function pieceText(params: unknown): string | undefined {
  if (!isFields(params) || !isFields(params.update) || !hasOnly(params, 2)) return undefined
  const { sessionId, update } = params
  const { sessionUpdate, content, messageId, _meta } = update
  if (_meta !== UNNAMED || !hasOnly(update, 4) || !isFields(content) || !hasOnly(content, 2)) return undefined
  const { type, text } = content
  if (!isText(sessionId) || !isText(sessionUpdate) || !isText(messageId) || type !== 'text' || !isText(text))
    return undefined
  const words = `{"type":"text","text":${JSON.stringify(text)}}`
  const piece = `{"sessionUpdate":${JSON.stringify(sessionUpdate)},"content":${words},"messageId":${JSON.stringify(messageId)},"_meta":${UNNAMED_TEXT}}`
  return `{"sessionId":${JSON.stringify(sessionId)},"update":${piece}}`
}

function hasOnly(fields: object, count: number): boolean {
  return Object.keys(fields).length === count
}
