/**
 * A notification that passes unchanged may leave in the very text in which it came: to write it anew takes as long as all
 * else that a relay does with it. Only a text that says no more and no less than what would be written.
 */

import { headOf } from '../encode.js'
import { type Envelope, isEnvelope } from '../message.js'

/** What is being worked on: a message, and its text where that is at hand. */
export interface Received {
  message: unknown
  text: string | undefined
}

// As many as `jsonrpc`, `method` and `params`: whatever else stands beside them is not passed on.
const MEMBERS = 3

/** The text of the notification that was received, where exactly that one is to be told. */
export function textOf({ message, text }: Received, method: string, params: unknown): string | undefined {
  if (text === undefined || params === undefined || !isEnvelope(message)) return undefined
  if (message.params !== params || message.method !== method) return undefined
  return text.startsWith(headOf(method)) && isBare(message) && isPlain(text) ? text : undefined
}

function isBare(message: Envelope): boolean {
  return Object.keys(message).length === MEMBERS
}

/**
 * White space may break a line in two, an escape may be half of a character or hide a name, and `__proto__` is dropped:
 * such a text is written anew from its value.
 */
function isPlain(text: string): boolean {
  return !text.includes('\\u') && !text.includes('__proto__') && !text.includes('\n') && !text.includes('\r')
}
