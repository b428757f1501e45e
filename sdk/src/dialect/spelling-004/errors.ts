/** The numbers of section 15.1 against version 1's: the word in `data.reason` is what both mean. */

import type { ErrorObject } from '../../jsonrpc/index.js'
import { type Reason, reasonCodes } from '../../protocol/error.js'
import { isFields } from '../../schema/fields.js'
import { keep, kept, withoutKept } from '../kept.js'

/** The number that this spelling has for each word. */
const numbers: Readonly<Record<Reason, number>> = {
  parse_error: -32700,
  invalid_request: -32600,
  method_not_found: -32601,
  invalid_params: -32602,
  internal_error: -32603,
  session_not_found: -32000,
  session_expired: -32000,
  auth_required: -32001,
  auth_failed: -32001,
  permission_denied: -32002,
  request_cancelled: -32003,
  resource_not_found: -32004,
  resource_access_denied: -32005,
  invalid_session_state: -32006,
  session_corrupted: -32006,
  already_answered: -32006,
  capability_not_supported: -32007,
  rate_limited: -32008,
  timeout: -32009,
  invalid_auth_method: -32602,
  not_text: -32602,
  too_large: -32600,
  too_deep: -32600,
  store_full: -32603,
  store_failed: -32603,
  no_listener: -32603,
  unsupported_protocol_version: -32602,
}

/** What each number of section 15.1 means. */
const words = new Map<number, Reason>([
  [-32000, 'session_not_found'],
  [-32001, 'auth_required'],
  [-32002, 'permission_denied'],
  [-32003, 'request_cancelled'],
  [-32004, 'resource_not_found'],
  [-32005, 'resource_access_denied'],
  [-32006, 'invalid_session_state'],
  [-32007, 'capability_not_supported'],
  [-32008, 'rate_limited'],
  [-32009, 'timeout'],
])

/** What a number of version 1 means where it comes without a word. */
const officialWords = new Map<number, Reason>([
  [-32000, 'auth_required'],
  [-32001, 'auth_failed'],
  [-32002, 'resource_not_found'],
  [-32004, 'permission_denied'],
  [-32005, 'resource_access_denied'],
  [-32006, 'invalid_session_state'],
  [-32008, 'rate_limited'],
  [-32009, 'timeout'],
  [-32800, 'request_cancelled'],
])

/** The word that an error of version 1 means, if any does. */
export function reasonIn({ code, data }: ErrorObject): Reason | undefined {
  return wordIn(data) ?? officialWords.get(code)
}

/** An error of ours, under the number that belongs to its word. */
export function refusal(reason: Reason, message: string, more: object = {}): ErrorObject {
  return { code: reasonCodes[reason], message, data: { reason, ...more } }
}

/** The same for a parameter that asks for more than there is: not the method is unknown. */
export function lacking(capability: string, message: string): ErrorObject {
  const data = { reason: 'capability_not_supported', capability }
  return { code: reasonCodes.invalid_params, message, data }
}

/** What the peer refused with, as version 1 says it. */
export function errorToOurs({ code, message, data }: ErrorObject): ErrorObject {
  const said = wordIn(data)
  const laid = kept(data, 'v1').code
  if (said !== undefined)
    return { code: Number.isInteger(laid) ? (laid as number) : reasonCodes[said], message, data: bare(data) }
  const reason = words.get(code)
  if (reason === undefined) return data === undefined ? { code, message } : { code, message, data }
  // What had no word gets one, and a note, so that the way back leaves it out again.
  const spoken = isFields(data)
    ? keep({ ...data, reason }, '004', { said: 'fields' })
    : keep({ reason }, '004', data === undefined ? { said: 'nothing' } : { said: 'value', value: data })
  return { code: reasonCodes[reason], message, data: spoken }
}

/** What we refuse with, under the peer's numbers; the word goes along. */
export function errorToTheirs(error: ErrorObject): ErrorObject {
  const { code, message, data } = error
  const reason = reasonIn(error)
  if (reason === undefined) return withFreeNumber(error)
  const number = numbers[reason]
  const { said, value } = kept(data, '004')
  if (said === 'nothing') return { code: number, message }
  if (said === 'value') return { code: number, message, data: value }
  if (said === 'fields' && isFields(data)) {
    const { reason: _, ...fields } = withoutKept(data, '004')
    return { code: number, message, data: fields }
  }
  const spoken = isFields(data) ? { ...data, reason } : data === undefined ? { reason } : { reason, data }
  const isPlain = reasonCodes[reason] === code
  return { code: number, message, data: isPlain ? spoken : keep(spoken, 'v1', { code }) }
}

/** A number that means something else to the peer must not reach it. */
function withFreeNumber({ code, message, data }: ErrorObject): ErrorObject {
  if (!words.has(code)) return data === undefined ? { code, message } : { code, message, data }
  const spoken = isFields(data) ? data : data === undefined ? {} : { data }
  return { code: reasonCodes.internal_error, message, data: keep(spoken, 'v1', { code }) }
}

function bare(data: unknown): unknown {
  return isFields(data) ? withoutKept(data, 'v1') : data
}

function wordIn(data: unknown): Reason | undefined {
  const word = isFields(data) ? data.reason : undefined
  return typeof word === 'string' && Object.hasOwn(reasonCodes, word) ? (word as Reason) : undefined
}
