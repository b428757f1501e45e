/** What went wrong with a file or a command, as a sentence for people. */

import { RpcError } from '@parley/acp/agent'
import { boundedLine } from '@parley/acp/guard'
import { WorkspaceError } from './workspace.js'

const WORDS: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'there is no such file'],
  ['ENOTDIR', 'a file stands where a directory is needed'],
  ['EISDIR', 'it is a directory'],
  ['ENOTEMPTY', 'the directory is not empty'],
  ['EEXIST', 'something is there already'],
  ['EACCES', 'the system does not allow it'],
  ['EPERM', 'the system does not allow it'],
  ['EROFS', 'the file system is read-only'],
  ['ENOSPC', 'there is no space left on the device'],
  ['EINVAL', 'a directory cannot go into itself'],
  ['EXDEV', 'it would have to go to another file system'],
  ['ELOOP', 'a link leads in a circle, or stands where none is followed'],
])

/** The word the operating system has for it. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

export const isAbsence = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '')

/** Whether the other side says that there is no such file. */
export function isNotFound(error: unknown): boolean {
  if (isAbsence(error)) return true
  return error instanceof RpcError && reasonIn(error.data) === 'resource_not_found'
}

/** The error to throw for `doing`, such as `read a.txt`; one that is for people already stays as it is. */
export function toWorkspaceError(error: unknown, doing: string): Error {
  if (error instanceof WorkspaceError) return error
  const words = WORDS.get(codeOf(error) ?? '') ?? wordsOf(error)
  return new WorkspaceError(`Cannot ${doing}: ${words}.`, { cause: error })
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no reason was given'
  const line = boundedLine(error.message, 500).replace(/\.+$/, '')
  return line === '' ? 'no reason was given' : line.charAt(0).toLowerCase() + line.slice(1)
}

/** The word that an error of the other side gives for itself. */
export function reasonIn(data: unknown): unknown {
  return typeof data === 'object' && data !== null && 'reason' in data ? data.reason : undefined
}
