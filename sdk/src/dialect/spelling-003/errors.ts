/** The numbers that errors have there, held against the words that say what they mean. */

import { type ErrorObject, RpcError } from '../../jsonrpc/index.js'
import { type Reason, reasonCodes, reasonOf } from '../../protocol/index.js'
import { isFields } from '../../schema/fields.js'
import { type Fields, giveBack, layAway, takeOut } from './respelling.js'

/** Their numbers, each with the word for what it means. All other numbers are those of JSON-RPC. */
const meanings: readonly (readonly [code: number, reason: Reason])[] = [
  [-32001, 'auth_failed'],
  [-32002, 'invalid_auth_method'],
  [-32003, 'resource_not_found'],
  [-32004, 'permission_denied'],
  [-32005, 'session_not_found'],
  [-32006, 'invalid_session_state'],
  [-32007, 'capability_not_supported'],
]

/** What they have no number for, and the nearest they have; the word says which it is. */
const nearest: readonly (readonly [code: number, reason: Reason])[] = [
  [-32001, 'auth_required'],
  [-32004, 'resource_access_denied'],
  [-32005, 'session_expired'],
  [-32006, 'session_corrupted'],
  [-32006, 'already_answered'],
]

const reasonFor = new Map(meanings)
const codeFor = new Map([...nearest, ...meanings].map(([code, reason]) => [reason, code]))

/** An error of theirs: the number becomes that of the word, and the word is said. */
export function errorToOurs(error: ErrorObject): ErrorObject {
  const { code, message, data } = error
  const said = isFields(data) ? data.reason : undefined
  const known = isReason(said) ? said : undefined
  const reason = known ?? reasonFor.get(code) ?? reasonOf(new RpcError(code, message))
  const word = isFields(data) && Object.hasOwn(data, 'reason') ? { $reason: said } : {}
  const notes = isFields(data) ? word : { $data: data === undefined ? [] : [data] }
  const ours = { ...(isFields(data) ? data : {}), ...(reason === undefined ? {} : { reason }) }
  return {
    ...error,
    code: reason === undefined ? code : reasonCodes[reason],
    data: layAway(ours, { $code: code, ...notes }),
  }
}

/** An error of ours under their number, with the word for what it means. */
export function errorToTheirs(error: ErrorObject): ErrorObject {
  const { code, message, data } = error
  const { bare, extras } = isFields(data) ? takeOut(data) : { bare: data, extras: {} }
  if (isFields(bare) && Object.keys(extras).length > 0) return restored(error, bare, extras)
  const reason = reasonOf(new RpcError(code, message, data)) ?? ownMeaning.get(code)
  if (reason !== undefined)
    return { ...error, code: codeFor.get(reason) ?? code, data: withMore(data, { reason }) }
  // A number of somebody's own would be taken for one of theirs.
  if (!reasonFor.has(code)) return error
  return { ...error, code: reasonCodes.internal_error, data: withMore(data, { code }) }
}

/** What our own numbers mean where nobody says a word, as far as no official one means something else. */
const ownMeaning = new Map<number, Reason>([
  [reasonCodes.auth_failed, 'auth_failed'],
  [reasonCodes.permission_denied, 'permission_denied'],
  [reasonCodes.invalid_session_state, 'invalid_session_state'],
])

function restored({ data: _, ...error }: ErrorObject, bare: Fields, extras: Fields): ErrorObject {
  if (typeof extras.$code !== 'number') return { ...error, data: giveBack(bare, extras) }
  const code = extras.$code
  if (Array.isArray(extras.$data)) {
    const [data] = extras.$data
    return data === undefined ? { ...error, code } : { ...error, code, data }
  }
  const { reason: __, ...others } = bare
  const said = Object.hasOwn(extras, '$reason') ? { ...others, reason: extras.$reason } : others
  return { ...error, code, data: giveBack(said, extras) }
}

function withMore(data: unknown, more: Fields): Fields {
  if (isFields(data)) return { ...data, ...more }
  return data === undefined || data === null ? more : { ...more, detail: data }
}

function isReason(value: unknown): value is Reason {
  return typeof value === 'string' && Object.hasOwn(reasonCodes, value)
}
