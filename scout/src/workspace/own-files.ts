/** Files with scout's own hands: the same bounded host code that clients lend, and what the protocol has no word for. */

import { lstat, readdir, realpath, rename, rmdir, unlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { LineWindow } from '@parley/acp/agent'
import { readInside, writeInside } from '@parley/acp/node'
import { demandCandidChange, demandCandidReading } from './candour.js'
import { entryOf, hold, whileHeld } from './held.js'
import { holdParent, makeParents } from './held-folder.js'
import type { Holdings } from './holdings.js'
import { codeOf, isAbsence } from './refusal.js'
import { type EntryKind, WorkspaceError } from './workspace.js'

const MOST_BYTES = 8 * 1_024 * 1_024
const LEAVE = { finish: async () => {} }

export async function readOwn(holdings: Holdings, path: string, window: LineWindow = {}): Promise<string> {
  const { project } = holdings
  return readInside({ path, ...window }, await holdings.roots(), {
    admit: async ({ at }) => {
      demandCandidReading({ path, real: at.path }, project)
      return LEAVE
    },
  })
}

export async function writeOwn(holdings: Holdings, path: string, content: string): Promise<void> {
  const { project } = holdings
  await writeInside({ path, content }, await holdings.roots(), {
    admit: async ({ at }) => {
      demandCandidChange({ path, real: at.path }, project)
      return LEAVE
    },
  })
}

/** What stands at a path of the project, links not followed; nothing where nothing does. */
export async function kindAt({ project }: Holdings, path: string): Promise<EntryKind | undefined> {
  try {
    if (project.standing(path).rest === '') return kindOf(await lstat(path))
    const folder = await holdParent(path, project)
    return await whileHeld(folder, async () => kindOf(await lstat(entryOf(folder, basename(path)))))
  } catch (error) {
    if (isAbsence(error)) return undefined
    throw error
  }
}

export async function isEmptyOwn({ project }: Holdings, path: string): Promise<boolean> {
  const folder = await hold(path, project, 'folder')
  return whileHeld(folder, async () => (await readdir(folder.path)).length === 0)
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
export async function readBytesOwn(
  { project }: Holdings,
  path: string,
  most: number = MOST_BYTES,
): Promise<Uint8Array> {
  const held = await hold(path, project)
  return whileHeld(held, async () => {
    demandCandidReading({ path, real: held.real }, project)
    const status = await held.status()
    if (!status.isFile()) throw new WorkspaceError('Not a regular file.')
    const { size } = status
    if (size > most) throw new WorkspaceError(`The file has ${size} bytes; no more than ${most} are read.`)
    const file = await held.open()
    try {
      const bytes = new Uint8Array(size)
      const { bytesRead } = await file.read(bytes, 0, bytes.length, 0)
      return bytes.subarray(0, bytesRead)
    } finally {
      await file.close()
    }
  })
}

/** Removes a file, a link itself, or a directory with nothing in it. */
export async function removeOwn({ project }: Holdings, path: string): Promise<void> {
  const folder = await holdParent(path, project)
  await whileHeld(folder, async () => {
    demandCandidChange({ path, real: join(folder.real, basename(path)) }, project)
    const entry = entryOf(folder, basename(path))
    const status = await lstat(entry)
    await (status.isDirectory() ? rmdir(entry) : unlink(entry))
  })
}

/** Gives something another place; never in the place of something else. */
export async function moveOwn({ project }: Holdings, from: string, to: string): Promise<void> {
  const source = await holdParent(from, project)
  await whileHeld(source, async () => {
    demandCandidChange({ path: from, real: join(source.real, basename(from)) }, project)
    const entry = entryOf(source, basename(from))
    await lstat(entry)
    await makeParents(to, project)
    const target = await holdParent(to, project)
    await whileHeld(target, async () => {
      demandCandidChange({ path: to, real: join(target.real, basename(to)) }, project)
      await demandNothing(entryOf(target, basename(to)))
      await rename(entry, entryOf(target, basename(to)))
    })
  })
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

/** Where the entry at `path` really is, and where it leads to if it is a link. What is not there stands below what is. */
export async function traceOwn(
  { project }: Holdings,
  path: string,
): Promise<{ readonly entry: string; readonly target: string }> {
  const spell = (real: string): string => (project.holdsReal(real) ? project.locate(real) : real)
  if (project.standing(path).rest === '') return { entry: path, target: path }
  const entry = join(await toReal(dirname(path)), basename(path))
  return { entry: spell(entry), target: spell(await toReal(entry)) }
}

async function toReal(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    if (!isAbsence(error) || dirname(path) === path) return path
    return join(await toReal(dirname(path)), basename(path))
  }
}
