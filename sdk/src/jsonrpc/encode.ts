/** A value into text, or a clear refusal: one value that cannot be sent harms one message. */

import { ConnectionError } from './error.js'
import type { Limits } from './limits.js'
import type { Id, NotificationMessage, Outgoing, RequestMessage, ResultMessage } from './message.js'

const LONG_CHARACTERS = 64 * 1024
const LONE_SURROGATE = /(?:^|[^\\])(?:\\\\)*\\ud[89a-f]/

/** The JSON text of a message, within the size limit; throws a `ConnectionError` that says what is wrong. */
export function encode(message: Outgoing, limits: Limits): string {
  return judge(stringify(message), limits)
}

/** The same for a notification whose params were written by whoever sends it, who knows a shorter way. */
export function encodeNotification(method: string, params: string, limits: Limits): string {
  return judge(`${headOf(method)}${params}}`, limits)
}

/** The same text, or a `ConnectionError` that says why it cannot be sent. */
export function judge(text: string, limits: Limits): string {
  if (exceeds(text, limits.messageBytes))
    throw new ConnectionError('too_large', `the message is larger than ${limits.messageBytes} bytes`)
  // JSON.stringify writes a lone surrogate, and nothing else, as a \ud… escape; strict peers cannot read it.
  if (mayHoldLoneSurrogate(text) && LONE_SURROGATE.test(text))
    throw new ConnectionError(
      'unsendable',
      'the message holds a lone surrogate: a string that is not valid Unicode',
    )
  return text
}

// Code is full of backslashes, at each of which a plain search stops; over a long text the pattern is twice as fast.
function mayHoldLoneSurrogate(text: string): boolean {
  return text.length < LONG_CHARACTERS ? text.includes('\\ud') : /\\ud[89a-f]/.test(text)
}

// A UTF-16 unit takes one to three bytes, so nearly every text is judged without counting.
function exceeds(text: string, bytes: number): boolean {
  return text.length > bytes || (text.length * 3 > bytes && utf8Length(text) > bytes)
}

function stringify(message: Outgoing): string {
  try {
    if ('method' in message) return stringifyCall(message)
    return 'result' in message ? stringifyResult(message) : JSON.stringify(message)
  } catch (cause) {
    const why = cause instanceof Error ? firstLine(cause.message) : 'it cannot be written as JSON'
    throw new ConnectionError('unsendable', `the message cannot be sent: ${why}`, { cause })
  }
}

/** All of a call but its params is known: written by hand, a small request takes two thirds of the time. */
function stringifyCall(call: RequestMessage | NotificationMessage): string {
  const params = JSON.stringify(call.params)
  // Nothing, or something that JSON leaves out.
  if (params === undefined) return JSON.stringify(call)
  if (!('id' in call)) return `${headOf(call.method)}${params}}`
  return `{"jsonrpc":"2.0","id":${stringifyId(call.id)}${tailOf(call.method)}${params}}`
}

/** The same for an answer, of which only the result is not known. */
function stringifyResult(answer: ResultMessage): string {
  const result = JSON.stringify(answer.result)
  if (result === undefined) return JSON.stringify(answer)
  return `{"jsonrpc":"2.0","id":${stringifyId(answer.id)},"result":${result}}`
}

function stringifyId(id: Id): string | number {
  return typeof id === 'number' ? id : JSON.stringify(id)
}

const MOST_METHODS = 256
const heads = new Map<string, string>()
const tails = new Map<string, string>()

/** What stands before the params of a notification. */
export function headOf(method: string): string {
  return heads.get(method) ?? remember(heads, method, `{"jsonrpc":"2.0"${tailOf(method)}`)
}

/** What stands between the id and the params of a request. */
function tailOf(method: string): string {
  return tails.get(method) ?? remember(tails, method, `,"method":${JSON.stringify(method)},"params":`)
}

function remember(texts: Map<string, string>, method: string, text: string): string {
  // Whoever passes on the calls of others may name any number of methods.
  if (texts.size >= MOST_METHODS) texts.clear()
  texts.set(method, text)
  return text
}

function firstLine(text: string): string {
  const end = text.indexOf('\n')
  return end < 0 ? text : text.slice(0, end)
}

export function utf8Length(text: string): number {
  let bytes = text.length
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code < 0x80) continue
    if (code >= 0xd800 && code < 0xdc00) index++
    bytes += code < 0x800 ? 1 : 2
  }
  return bytes
}
