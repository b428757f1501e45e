/** The numbers of errors that requirements speak of. */

import { errorCodes } from '@parley/acp/jsonrpc'

export const errorCode = { ...errorCodes, auth_required: -32000, resource_not_found: -32002 } as const
