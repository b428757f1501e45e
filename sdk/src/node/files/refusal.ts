/** What an agent is told when a file is not lent. Where a path really leads is in no error: it may lead outside. */

import { isRpcError, type Reason, type RpcError, rpcError } from '../../protocol/index.js'

export const denied = (path: string, why: string): RpcError =>
  rpcError('resource_access_denied', why, { path })

export const absent = (path: string): RpcError => rpcError('resource_not_found', 'No such file', { path })

export const outside = (path: string): RpcError =>
  denied(path, 'The file is outside the directories of this session')

/** The word the operating system has for what went wrong. */
export function errnoOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/** Nothing stands at this path, or something that is no directory stands on the way to it. */
export function isAbsence(error: unknown): boolean {
  const code = errnoOf(error)
  return code === 'ENOENT' || code === 'ENOTDIR'
}

const MEANINGS: ReadonlyMap<string, readonly [Reason, string]> = new Map([
  ['ENAMETOOLONG', ['invalid_params', 'The path is too long']],
  ['ELOOP', ['resource_access_denied', 'A link leads in a circle, or stands where none is followed']],
  ['EACCES', ['resource_access_denied', 'The system does not allow it']],
  ['EPERM', ['resource_access_denied', 'The system does not allow it']],
  ['EROFS', ['resource_access_denied', 'The file system is read-only']],
  ['EISDIR', ['resource_access_denied', 'Not a regular file']],
  ['ENXIO', ['resource_access_denied', 'Not a regular file']],
  ['ENOSPC', ['internal_error', 'There is no space left on the device']],
  ['EDQUOT', ['internal_error', 'The disk quota is used up']],
  ['EMFILE', ['internal_error', 'Too many files are open']],
  ['ENFILE', ['internal_error', 'Too many files are open']],
])

class PassedOn extends Error {}

/** What the host's own code throws is not about the file, whatever the system called it. */
export async function fromHost<Result>(act: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await act()
  } catch (cause) {
    throw new PassedOn('', { cause })
  }
}

/** An error of the operating system in the words of the protocol; every other one as it is. */
export function toRefusal(error: unknown, path: string): unknown {
  if (error instanceof PassedOn) return error.cause
  const code = errnoOf(error)
  if (code === undefined || isRpcError(error)) return error
  if (isAbsence(error)) return absent(path)
  const [reason, words] = MEANINGS.get(code) ?? ['internal_error', `The file cannot be used (${code})`]
  return rpcError(reason, words, { path })
}
