/** Where a command runs: a directory inside the roots of its session, judged by what was opened, and held until it starts. */

import type { FileHandle } from 'node:fs/promises'
import type { Place } from '../../guard/index.js'
import { isAbsolutePath, rpcError } from '../../protocol/index.js'

const files = (): typeof import('node:fs/promises') => process.getBuiltinModule('node:fs/promises')

// Node does not name it; the same number on every machine that it runs on.
const O_PATH = 0o10000000
const MOST_PATH_BYTES = 4_096

/** A directory that is held open. */
export interface Directory {
  readonly place: Place
  /** What to start a command with. It leads to the directory that was judged, whatever its name leads to by then. */
  readonly cwd: string
  close(): Promise<void>
}

/** Opens the directory, or the first root where none is named. */
export async function openDirectory(
  path: string | null | undefined,
  roots: readonly string[],
): Promise<Directory> {
  const wanted = path ?? roots[0]
  if (wanted === undefined)
    throw rpcError('resource_access_denied', 'This session has no directory to run commands in')
  if (!isAbsolutePath(wanted) || wanted.includes('\0') || Buffer.byteLength(wanted) > MOST_PATH_BYTES)
    throw rpcError('invalid_params', 'The working directory is not an absolute path')
  return process.platform === 'linux' ? await hold(wanted, roots) : await look(wanted, roots)
}

/** Opened without any right but to be named: the kernel then says what it is, and the child enters it by number. */
async function hold(path: string, roots: readonly string[]): Promise<Directory> {
  const { open, constants } = files()
  const handle = await open(path, O_PATH | constants.O_DIRECTORY).catch(error => refuse(error, path))
  try {
    const cwd = `/proc/self/fd/${handle.fd}`
    const real = await whereIs(handle, cwd, path)
    return { place: await placeIn(real, roots, path), cwd, close: () => handle.close() }
  } catch (error) {
    await handle.close()
    throw error
  }
}

async function whereIs(handle: FileHandle, link: string, path: string): Promise<string> {
  const { nlink } = await handle.stat()
  // What was deleted has a place no more, only a name that somebody else may take.
  if (nlink === 0) throw rpcError('resource_not_found', 'The working directory was deleted', { path })
  return await files().readlink(link)
}

/** Best effort, where a directory cannot be entered by number: it may be swapped between the look and the start. */
async function look(path: string, roots: readonly string[]): Promise<Directory> {
  const real = await files()
    .realpath(path)
    .catch(error => refuse(error, path))
  if (!(await files().stat(real)).isDirectory())
    throw rpcError('invalid_params', 'The working directory is not a directory', { path })
  return { place: await placeIn(real, roots, path), cwd: real, close: async () => {} }
}

async function placeIn(real: string, roots: readonly string[], path: string): Promise<Place> {
  const { relative, isAbsolute, sep } = process.getBuiltinModule('node:path')
  for (const named of roots) {
    const root = await files()
      .realpath(named)
      .catch(() => undefined)
    if (root === undefined) continue
    const way = relative(root, real)
    if (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)) return { path: real, root }
  }
  throw rpcError(
    'resource_access_denied',
    'The working directory is outside the directories of this session',
    { path },
  )
}

function refuse(error: unknown, path: string): never {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') throw rpcError('resource_not_found', 'No such working directory', { path })
  if (code === 'ENOTDIR')
    throw rpcError('invalid_params', 'The working directory is not a directory', { path })
  throw rpcError('resource_access_denied', 'The working directory cannot be opened', { path })
}
