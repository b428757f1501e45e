/**
 * Where wires that are being inspected can be watched: a socket and a note for each, in the folder that only its user
 * may enter. Knows the folder and the notes; knows nothing of what is said there.
 */

import { randomBytes } from 'node:crypto'
import { replaceFile } from '../../agents/private-file.js'
import {
  noteIn,
  openRunningFolder,
  runningFolders,
  type Surroundings,
  socketIn,
} from '../../running/folder.js'
import { clearNote, listNotes, type NoteKind } from '../../running/notes.js'

/** What is written down about a wire, for those who look for it. */
export interface WireNote {
  readonly id: string
  /** What the socket is called. */
  readonly address: string
  /** Whoever knows it may watch: it stands in a file that only its user can read. */
  readonly key: string
  readonly title: string
  readonly cwd: string
  readonly pid: number
  /** When it began, in milliseconds since 1970. */
  readonly since: number
}

const WIRE: NoteKind<WireNote> = {
  // Not what a chat is called there.
  id: /^w[0-9a-z]{8}$/,
  mostBytes: 64 * 1024,
  read(id, { key, title, cwd, pid, since, address }) {
    if (typeof key !== 'string' || typeof title !== 'string' || typeof cwd !== 'string') return undefined
    if (typeof pid !== 'number' || typeof since !== 'number' || typeof address !== 'string') return undefined
    return { id, address, key, title, cwd, pid, since }
  },
  addressOf: ({ address }) => address,
}

/** A place for a new wire, in the first folder that can be used. */
export async function newPlace(
  surroundings: Surroundings,
): Promise<{ readonly folder: string } & Pick<WireNote, 'id' | 'address' | 'key'>> {
  let trouble: unknown
  for (const folder of runningFolders(surroundings)) {
    try {
      await openRunningFolder(folder)
      const id = `w${randomBytes(8).toString('hex').slice(0, 8)}`
      const key = randomBytes(24).toString('hex')
      const isPipe = process.platform === 'win32'
      const address = isPipe ? `\\\\.\\pipe\\parley-${randomBytes(16).toString('hex')}` : socketIn(folder, id)
      return { folder, id, key, address }
    } catch (error) {
      trouble = error
    }
  }
  throw trouble ?? new Error('there is no folder for sockets whose name is short enough')
}

export function writeNote(folder: string, note: WireNote): Promise<void> {
  return replaceFile(noteIn(folder, note.id), JSON.stringify(note))
}

/** The wire is over: nobody is to look for it. */
export function clearPlace(folder: string, { id }: Pick<WireNote, 'id'>): Promise<void> {
  return clearNote(folder, id)
}

/** The wires of this user that can be watched now, the latest first. What is left of dead ones is cleared away. */
export async function listWires(surroundings: Surroundings): Promise<readonly WireNote[]> {
  // A folder that cannot be trusted holds nothing to watch.
  const looks = runningFolders(surroundings).map(folder => listNotes(folder, WIRE).catch(() => []))
  return (await Promise.all(looks)).flat().sort((one, other) => other.since - one.since)
}
