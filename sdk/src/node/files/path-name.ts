/** Which texts are taken as the path of a file at all. Knows text alone: what stands there is not its business. */

import { posix, win32 } from 'node:path'
import { type RpcError, rpcError } from '../../protocol/index.js'
import { flawOfWindowsPath } from './windows-name.js'

const MOST_BYTES = 4_096
const MOST_NAME_BYTES = 255

/** The path, once it is known to be one. The text itself is never changed: the system resolves it. */
export function demandPath(path: unknown, platform: string = process.platform): string {
  // A long path is not repeated in the error.
  if (typeof path !== 'string' || path === '') throw unfit('The path is not text')
  if (Buffer.byteLength(path) > MOST_BYTES) throw unfit(`The path is longer than ${MOST_BYTES} bytes`)
  const flaw = flawOf(path, platform)
  if (flaw !== undefined) throw unfit(flaw, path)
  return path
}

function flawOf(path: string, platform: string): string | undefined {
  if (path.includes('\0')) return 'The path has a NUL character'
  // Half a character is replaced by another on its way to the system, so it would name another file.
  if (/\p{Surrogate}/u.test(path)) return 'The path has half a character'
  if (/^file:/i.test(path)) return 'A path is wanted, not a URL'
  if (!(platform === 'win32' ? win32 : posix).isAbsolute(path)) return 'The path is not absolute'
  if (namesOf(path, platform).some(name => Buffer.byteLength(name) > MOST_NAME_BYTES))
    return `A name in the path is longer than ${MOST_NAME_BYTES} bytes`
  return platform === 'win32' ? flawOfWindowsPath(path) : undefined
}

/** The names a path goes through, `..` included: only the system knows where that leads behind a link. */
export function namesOf(path: string, platform: string = process.platform): string[] {
  const names =
    platform === 'win32' ? path.slice(win32.parse(path).root.length).split(/[\\/]/) : path.split('/')
  return names.filter(name => name !== '' && name !== '.')
}

function unfit(why: string, path?: string): RpcError {
  return rpcError('invalid_params', why, path === undefined ? {} : { path })
}
