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
  return text.startsWith(headOf(method)) && isBare(message) && isPlain(text) && isSingle(text, message)
    ? text
    : undefined
}

/**
 * Whether no member is there twice: there are as many colons as members then, unless some words hold one, and such a text is
 * written anew. Whoever takes the first of two would hear what nobody here has judged.
 */
function isSingle(text: string, message: Envelope): boolean {
  let colons = 0
  for (let at = text.indexOf(':'); at >= 0; at = text.indexOf(':', at + 1)) colons++
  return colons === membersOf(message)
}

function membersOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  let members = 0
  if (Array.isArray(value)) for (const item of value) members += membersOf(item)
  else for (const name in value) members += 1 + membersOf((value as Readonly<Record<string, unknown>>)[name])
  return members
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
