/** The refusals of a bridge, and what the other version wants to see in an error. */

import type { ErrorObject } from '../../jsonrpc/index.js'
import { type Reason, reasonCodes } from '../../protocol/index.js'
import { type Fields, fieldsOf, isFields } from './fields.js'

export function refusal(reason: Reason, message: string, data: Fields = {}): ErrorObject {
  return { code: reasonCodes[reason], message, data: { reason, ...data } }
}

export function unknownMethod(method: string): ErrorObject {
  return refusal('method_not_found', 'Method not found', { method })
}

export function invalidParams(path: string, expected: string): ErrorObject {
  return refusal('invalid_params', `Invalid params: ${path}: expected ${expected}`)
}

/** A method or a parameter that would need a capability which the other side has not, or was never offered. */
export function notOffered(capability: string, message: string): ErrorObject {
  return refusal('capability_not_supported', message, { capability })
}

export function sessionNotFound(sessionId: string): ErrorObject {
  return refusal('session_not_found', 'Session not found', { sessionId })
}

export function cancelled(message: string): ErrorObject {
  return refusal('request_cancelled', message)
}

/** Whether somebody has given up what they were asked. Who leaves has not: others may have been asked the same. */
export function isCancelled({ code, data }: ErrorObject): boolean {
  return code === reasonCodes.request_cancelled && fieldsOf(data).reason !== 'client_leaves'
}

/** Version 2 names the session that was not found; version 1 need not. */
export function toNewError(error: ErrorObject, sessionId: string | undefined): ErrorObject {
  if (error.code !== reasonCodes.session_not_found || sessionId === undefined) return error
  if (isFields(error.data) && error.data.sessionId !== undefined) return error
  if (isFields(error.data) && (error.data.uri !== undefined || error.data.path !== undefined)) return error
  return { ...error, data: { ...fieldsOf(error.data), sessionId } }
}

/** The versions that whoever refused a greeting speaks, as far as it said so. */
export function supportedBy(error: ErrorObject): readonly unknown[] {
  const { supported } = fieldsOf(error.data)
  return Array.isArray(supported) ? supported : []
}
