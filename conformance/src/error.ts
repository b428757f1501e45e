/** The numbers of errors that requirements speak of, and that crooked agents mistake for each other. */

import { errorCodes } from '@parley/acp/jsonrpc'
import { rpcError } from '@parley/acp/protocol'

export const errorCode = {
  ...errorCodes,
  auth_required: rpcError('auth_required', '').code,
  resource_not_found: rpcError('resource_not_found', '').code,
  unsupported_version: rpcError('unsupported_protocol_version', '').code,
} as const
