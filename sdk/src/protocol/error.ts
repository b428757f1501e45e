/** The words for what goes wrong in this protocol, the number each one travels under, and the errors that never travel. */

import { errorCodes, RpcError } from '../jsonrpc/index.js'

/** Official numbers win on the wire; the word in `data.reason` says exactly what happened. */
export const reasonCodes = {
  ...errorCodes,
  auth_required: -32000,
  auth_failed: -32001,
  session_not_found: -32002,
  resource_not_found: -32002,
  session_expired: -32002,
  permission_denied: -32004,
  resource_access_denied: -32005,
  invalid_session_state: -32006,
  session_corrupted: -32006,
  already_answered: -32006,
  timeout: -32009,
  unsupported_protocol_version: -32022,
  store_full: -32603,
  store_failed: -32603,
  no_listener: -32603,
  invalid_auth_method: -32602,
  capability_not_supported: -32601,
  not_text: -32602,
  too_large: -32600,
  too_deep: -32600,
} as const

/** A word for something that went wrong, as it travels in `data.reason`. */
export type Reason = keyof typeof reasonCodes

export interface RpcErrorData {
  readonly [key: string]: unknown
}

/** An error to throw from a handler: the peer gets the number that belongs to the word, the word, and `data`. */
export function rpcError(reason: Reason, message: string, data: RpcErrorData = {}): RpcError {
  return new RpcError(reasonCodes[reason], message, { reason, ...data })
}

/** A capability that is missing for one parameter is a fault of the parameters, not an unknown method. */
export function unsupportedParameter(capability: string, message: string): RpcError {
  return new RpcError(errorCodes.invalid_params, message, { reason: 'capability_not_supported', capability })
}

/** Why this side did not send, or cannot use what it got, in one word. */
export type AcpErrorReason =
  | 'not_initialized'
  | 'capability_missing'
  | 'unknown_method'
  | 'invalid_params'
  | 'invalid_result'
  | 'version_mismatch'
  | 'agent_failed'
  | 'session_closed'
  | 'session_busy'
  | 'not_offered'
  | 'reconnect_needed'

/** An error of this side alone, never sent: it says why a call was not made or its answer cannot be used. */
export class AcpError extends Error {
  override readonly name = 'AcpError'
  readonly reason: AcpErrorReason

  constructor(reason: AcpErrorReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

/** Whether this is an error of this side alone, also one of another copy of this library. */
export function isAcpError(error: unknown): error is AcpError {
  return error instanceof Error && error.name === 'AcpError' && 'reason' in error
}
