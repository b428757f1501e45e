/** What is answered to input that is no message, or not a valid one. */

import type { Malformed } from './channel.js'
import { wireError } from './error.js'
import { type Envelope, type ErrorMessage, isId, type Message } from './message.js'

/** What is wrong with the frame of a call, if anything is; its id is looked at by whoever has to keep it. */
export function callFlaw({ jsonrpc, params }: Envelope): string | undefined {
  if (jsonrpc !== '2.0') return '"jsonrpc" must be "2.0"'
  if (params !== undefined && typeof params !== 'object') return '"params" must be an object or an array'
  return undefined
}

export const badIdFlaw = '"id" must be a valid string of at most 256 characters or a safe integer'
export const takenIdFlaw = 'a request with this "id" is still being worked on'

export function invalidRequest(id: unknown, detail: string): ErrorMessage {
  const error = wireError('invalid_request', `Invalid request: ${detail}`)
  return { jsonrpc: '2.0', id: isId(id) ? id : null, error }
}

export function rateLimited(id: string | number | null): Message {
  return {
    jsonrpc: '2.0',
    id,
    error: wireError('rate_limited', 'Too many requests in flight', { retryAfter: 1 }),
  }
}

export function noiseRefusal({ reason, detail }: Malformed): ErrorMessage {
  const isSyntax = reason === 'parse_error' || reason === 'not_utf8'
  const error = isSyntax
    ? wireError('parse_error', `Parse error: ${detail}`, { reason })
    : wireError('invalid_request', `Invalid request: ${detail}`, { reason })
  return { jsonrpc: '2.0', id: null, error }
}
