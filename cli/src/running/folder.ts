/**
 * The folder in which what runs can be found and reached: chats and wires, a socket and a note for each. Only its user may
 * enter it. Knows nothing of what the notes say.
 */

import { lstat, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { Failure } from '../failure.js'
import { stateFolder } from '../own-folder.js'
import type { Shell } from '../shell.js'

export type Surroundings = Pick<Shell, 'env'>

/** What the system takes as the name of a socket, less a little. */
const LONGEST_SOCKET_NAME = 100

export const socketIn = (folder: string, id: string): string => join(folder, `${id}.sock`)
export const noteIn = (folder: string, id: string): string => join(folder, `${id}.json`)

/** The folders for these variables, whether they are there or not: the first that can be used is. */
export function runningFolders({ env }: Surroundings): readonly string[] {
  const { XDG_RUNTIME_DIR: runtime } = env
  const folders = [
    ...(runtime !== undefined && isAbsolute(runtime) ? [join(runtime, 'parley')] : []),
    stateFolder('running', { env }),
    join(tmpdir(), `parley-${process.getuid?.() ?? 'user'}`),
  ]
  return folders.filter(folder => Buffer.byteLength(socketIn(folder, 'x'.repeat(9))) <= LONGEST_SOCKET_NAME)
}

/** Makes it where it is missing. Refuses one that belongs to somebody else, or that others may enter. */
export async function openRunningFolder(folder: string): Promise<void> {
  // One that others could enter is not narrowed: what they put there would be trusted with it.
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await checkRunningFolder(folder)
}

/** Nobody is spoken to, or believed, in a folder where somebody else could have put a socket or a note. */
export async function checkRunningFolder(folder: string): Promise<void> {
  const status = await lstat(folder)
  const isOwn =
    process.getuid === undefined || (status.uid === process.getuid() && (status.mode & 0o077) === 0)
  if (!status.isDirectory() || !isOwn)
    throw new Failure(`${folder} is not a folder of yours alone.`, {
      cure: 'remove it, or let nobody else enter it',
    })
}
