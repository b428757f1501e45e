/** What kind of message an object is, judged by what it holds; whether it is a sound one is for the rules. */

import type { Fields } from './fields.js'

/** The kinds of messages, and `noise` for an object that is none. */
export type MessageKind = 'request' | 'notification' | 'result' | 'error' | 'noise'

/** Tells the kinds apart as a reader on the wire would. */
export function kindOf(message: Fields): MessageKind {
  if (typeof message.method === 'string') return message.id === undefined ? 'notification' : 'request'
  // `error: null` beside a result is how the first JSON-RPC wrote answers.
  if (message.error !== undefined && message.error !== null) return 'error'
  return message.result === undefined ? 'noise' : 'result'
}

/** An id, if it is one that a row can show. */
export function idOf(message: Fields): string | number | null | undefined {
  const { id } = message
  return typeof id === 'string' || typeof id === 'number' || id === null ? id : undefined
}
