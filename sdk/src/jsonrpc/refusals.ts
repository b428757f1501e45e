/** What is answered to input that is no message, or not a valid one. */

import { Malformed } from './channel.js'
import { wireError } from './error.js'
import { type Envelope, type ErrorMessage, isEnvelope, isId, type Message } from './message.js'

export const strayJson = new Malformed('parse_error', 'JSON, but no message')

/** A line of some log may be valid JSON; what says nothing of the protocol was not meant for us. */
export function mentionsJsonRpc(message: unknown): boolean {
  if (Array.isArray(message)) return message.length === 0 || message.some(mentionsJsonRpc)
  return isEnvelope(message) && (message.jsonrpc !== undefined || message.id !== undefined)
}

/** What is wrong with the frame of a call, if anything is; its id is looked at by whoever has to keep it. */
export function callFlaw({ jsonrpc, params }: Envelope): string | undefined {
  if (jsonrpc !== '2.0') return '"jsonrpc" must be "2.0"'
  if (params !== undefined && typeof params !== 'object') return '"params" must be an object or an array'
  return undefined
}

export const badIdFlaw = '"id" must be a valid string of at most 256 characters or a safe integer'
export const takenIdFlaw = 'a request with this "id" is still open'

export function invalidRequest(id: unknown, detail: string, data?: object): ErrorMessage {
  const error = wireError('invalid_request', `Invalid request: ${detail}`, data)
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
  if (reason !== 'parse_error' && reason !== 'not_utf8') return invalidRequest(null, detail, { reason })
  return { jsonrpc: '2.0', id: null, error: wireError('parse_error', `Parse error: ${detail}`, { reason }) }
}
