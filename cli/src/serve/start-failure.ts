/** Why a gateway could not be opened, with what to do about it. */

import {
  BindingError,
  CertificateError,
  type GatewayConfig,
  PageError,
  StateFolderError,
} from '@parley/gateway'
import { EXIT } from '../exit-code.js'
import { Failure } from '../failure.js'

/** What is none of these is left as it is. */
export function toStartFailure(
  error: unknown,
  { address, port }: Pick<GatewayConfig, 'address' | 'port'>,
): unknown {
  if (error instanceof PageError || error instanceof StateFolderError) {
    const { message, cure, reason } = error
    return new Failure(message, { cure, reason, cause: error })
  }
  if (error instanceof BindingError || error instanceof CertificateError) {
    const { message, cure, reason } = error
    return new Failure(message, { exitCode: EXIT.usage, cure, reason, cause: error })
  }
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const why = TAKEN[String(code)]
  if (why === undefined) return error
  const cure = 'choose others with --host and --port; --port 0 is any that is free'
  return new Failure(`${address}, port ${port}, cannot be listened on: ${why}.`, { cure, cause: error })
}

const TAKEN: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program does',
  EACCES: 'the system does not allow it',
  EADDRNOTAVAIL: 'this machine has no such address',
}
