/**
 * Holds a file or a directory that was found at a path, and says where that really is. Where the kernel can be asked, what
 * is used is what was judged, whatever its path leads to by then; elsewhere names compared before and after must do.
 */

import { constants, type Stats } from 'node:fs'
import { type FileHandle, lstat, open, readlink, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { boundary } from '@parley/acp/node'
import type { ProjectRoots } from './project-roots.js'
import { WorkspaceError } from './workspace.js'

export interface Held {
  /** Where it really is, without links on the way. */
  readonly real: string
  /** A path of this very thing for the calls of the file system. */
  readonly path: string
  status(): Promise<Stats>
  /** Opens this very file to read it. */
  open(): Promise<FileHandle>
  close(): Promise<void>
}

/** Anything, a directory, or a directory that is not reached by a link at its last name. */
type Wanted = 'any' | 'folder' | 'own-folder'

// Linux; Node does not name it. What is held so is pointed at and not opened, so a pipe keeps nobody waiting.
const O_PATH = 0o10000000
const GONE = ' (deleted)'

/** Holds what `path` leads to; throws where that is not really inside the project. */
export async function hold(path: string, project: ProjectRoots, wanted: Wanted = 'any'): Promise<Held> {
  return boundary() === 'kernel' ? holdByKernel(path, project, wanted) : holdByName(path, project, wanted)
}

async function holdByKernel(path: string, project: ProjectRoots, wanted: Wanted): Promise<Held> {
  const kind = wanted === 'any' ? 0 : constants.O_DIRECTORY
  const last = wanted === 'own-folder' ? constants.O_NOFOLLOW : 0
  const held = await open(path, O_PATH | kind | last)
  const link = `/proc/self/fd/${held.fd}`
  try {
    const real = await readlink(link)
    if (!real.startsWith('/') || real.endsWith(GONE))
      throw new WorkspaceError('It cannot be told where that is.')
    demandInside(real, project)
    // Under `/proc/N/root` there may be other mounts, and a name there is no name here.
    const [here, found] = await Promise.all([lstat(real), held.stat()])
    if (here.ino !== found.ino || here.dev !== found.dev)
      throw new WorkspaceError('The path led elsewhere while it was looked at.')
    return {
      ...{ real, path: link },
      status: async () => found,
      open: () => open(link, constants.O_RDONLY | constants.O_NONBLOCK),
      close: () => held.close(),
    }
  } catch (error) {
    await held.close()
    throw error
  }
}

async function holdByName(path: string, project: ProjectRoots, wanted: Wanted): Promise<Held> {
  const real = await realpath(path)
  demandInside(real, project)
  const found = await lstat(real)
  const isLink = wanted === 'own-folder' && (await lstat(path)).isSymbolicLink()
  if (wanted !== 'any' && (isLink || !found.isDirectory()))
    throw new WorkspaceError('A file or a link stands where a directory is needed.')
  return {
    ...{ real, path: real },
    status: async () => found,
    open: async () => {
      const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
      const file = await open(real, flags)
      const { dev, ino } = await file.stat()
      if (dev === found.dev && ino === found.ino && (await realpath(path)) === real) return file
      await file.close()
      throw new WorkspaceError('The path led elsewhere while it was read.')
    },
    close: async () => {},
  }
}

/** Does something with what is held, and lets go of it. */
export async function whileHeld<T>(held: Held, act: (held: Held) => Promise<T>): Promise<T> {
  try {
    return await act(held)
  } finally {
    await held.close()
  }
}

export function demandInside(real: string, project: ProjectRoots): void {
  if (!project.holdsReal(real)) throw new WorkspaceError('A link on the way leads out of the project.')
}

export const entryOf = ({ path }: Held, name: string): string => join(path, name)
