/** A value into text, or a clear refusal: one value that cannot be sent harms one message. */

import { ConnectionError } from './error.js'
import type { Limits } from './limits.js'
import type { Outgoing } from './message.js'

const LONG_CHARACTERS = 64 * 1024
const LONE_SURROGATE = /(?:^|[^\\])(?:\\\\)*\\ud[89a-f]/

/** The JSON text of a message, within the size limit; throws a `ConnectionError` that says what is wrong. */
export function encode(message: Outgoing, limits: Limits): string {
  return judge(stringify(message), limits)
}

const heads = new Map<string, string>()

/** The same for a notification whose params were written by whoever sends it, who knows a shorter way. */
export function encodeNotification(method: string, params: string, limits: Limits): string {
  let head = heads.get(method)
  if (head === undefined) {
    head = `{"jsonrpc":"2.0","method":${JSON.stringify(method)},"params":`
    heads.set(method, head)
  }
  return judge(`${head}${params}}`, limits)
}

function judge(text: string, limits: Limits): string {
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
    return JSON.stringify(message)
  } catch (cause) {
    const why = cause instanceof Error ? firstLine(cause.message) : 'it cannot be written as JSON'
    throw new ConnectionError('unsendable', `the message cannot be sent: ${why}`, { cause })
  }
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
