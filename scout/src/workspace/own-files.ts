/** Files with scout's own hands: the same bounded host code that clients lend, and what the protocol has no word for. */

import { constants } from 'node:fs'
import { lstat, open, readdir, realpath, rename, rmdir, unlink } from 'node:fs/promises'
import { basename } from 'node:path'
import type { LineWindow } from '@parley/acp/agent'
import { readInside, writeInside } from '@parley/acp/node'
import { demandInside, holdParent, makeParents } from './held-folder.js'
import type { Holdings } from './holdings.js'
import { codeOf, isAbsence } from './refusal.js'
import { type EntryKind, WorkspaceError } from './workspace.js'

const MOST_BYTES = 8 * 1_024 * 1_024

export async function readOwn(holdings: Holdings, path: string, window: LineWindow = {}): Promise<string> {
  return readInside({ path, ...window }, await holdings.roots())
}

export async function writeOwn(holdings: Holdings, path: string, content: string): Promise<void> {
  await writeInside({ path, content }, await holdings.roots())
}

/** What stands at a path of the project, links not followed; nothing where nothing does. */
export async function kindAt({ project }: Holdings, path: string): Promise<EntryKind | undefined> {
  try {
    const { rest } = project.standing(path)
    if (rest !== '') demandInside(await realpath(parentOf(path)), project)
    return kindOf(await lstat(path))
  } catch (error) {
    if (isAbsence(error)) return undefined
    throw error
  }
}

export async function isEmptyOwn({ project }: Holdings, path: string): Promise<boolean> {
  const real = await realpath(path)
  demandInside(real, project)
  return (await readdir(real)).length === 0
}

export function kindOf(status: {
  isFile(): boolean
  isDirectory(): boolean
  isSymbolicLink(): boolean
}): EntryKind {
  if (status.isFile()) return 'file'
  if (status.isDirectory()) return 'directory'
  return status.isSymbolicLink() ? 'link' : 'other'
}

/** The bytes of a regular file that is really inside; what is swapped in meanwhile is refused. */
export async function readBytesOwn({ project }: Holdings, path: string): Promise<Uint8Array> {
  const real = await realpath(path)
  demandInside(real, project)
  const file = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const status = await file.stat()
    if (!status.isFile()) throw new WorkspaceError('Not a regular file.')
    if (status.size > MOST_BYTES)
      throw new WorkspaceError(`The file has ${status.size} bytes; no more than ${MOST_BYTES} are read.`)
    if ((await realpath(path)) !== real) throw new WorkspaceError('The path led elsewhere while it was read.')
    const bytes = new Uint8Array(status.size)
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0)
    return bytes.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Removes a file, a link itself, or a directory with nothing in it. */
export async function removeOwn({ project }: Holdings, path: string): Promise<void> {
  const folder = await holdParent(path, project)
  try {
    const entry = folder.entry(basename(path))
    const status = await lstat(entry)
    await (status.isDirectory() ? rmdir(entry) : unlink(entry))
  } finally {
    await folder.close()
  }
}

/** Gives something another place; never in the place of something else. */
export async function moveOwn({ project }: Holdings, from: string, to: string): Promise<void> {
  const source = await holdParent(from, project)
  try {
    await lstat(source.entry(basename(from)))
    await makeParents(to, project)
    const target = await holdParent(to, project)
    try {
      await demandNothing(target.entry(basename(to)))
      await rename(source.entry(basename(from)), target.entry(basename(to)))
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

async function demandNothing(entry: string): Promise<void> {
  try {
    await lstat(entry)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return
    throw error
  }
  throw new WorkspaceError('Something stands there already. Remove it first, or choose another name.')
}

function parentOf(path: string): string {
  return path.slice(0, path.length - basename(path).length) || path
}
