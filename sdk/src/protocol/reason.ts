/** What an error that came over the wire means. Apart from the errors themselves: an agent is there without it. */

import { errorCodes, isRpcError } from '../jsonrpc/index.js'
import { type Reason, reasonCodes } from './error.js'

/** What a bare number means when the peer gave no word. */
const officialMeaning = new Map<number, Reason>([
  [errorCodes.parse_error, 'parse_error'],
  [errorCodes.invalid_request, 'invalid_request'],
  [errorCodes.method_not_found, 'method_not_found'],
  [errorCodes.invalid_params, 'invalid_params'],
  [errorCodes.internal_error, 'internal_error'],
  [errorCodes.request_cancelled, 'request_cancelled'],
  [reasonCodes.auth_required, 'auth_required'],
  [reasonCodes.session_not_found, 'resource_not_found'],
  [reasonCodes.unsupported_protocol_version, 'unsupported_protocol_version'],
])

/** The word for an error the peer answered: its own if it is a known one, else the official meaning of the number. */
export function reasonOf(error: unknown): Reason | undefined {
  if (!isRpcError(error)) return undefined
  const word = error.reason
  if (word !== undefined && Object.hasOwn(reasonCodes, word)) return word as Reason
  return officialMeaning.get(error.code)
}
