/** The notes in a folder of what runs: read as far as they can be believed, and cleared away where nobody answers any more. */

import { lstat, readdir, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { readBounded } from '../agents/private-file.js'
import { codeOf } from '../error-code.js'
import { Failure } from '../failure.js'
import { isObject, type JsonObject } from '../json-object.js'
import { checkRunningFolder, noteIn, socketIn } from './folder.js'

/** One kind of note. Kinds lie side by side, told apart by their ids: none takes another for its own. */
export interface NoteKind<Note> {
  readonly id: RegExp
  readonly mostBytes: number
  /** Undefined where it is none. */
  read(id: string, value: JsonObject): Note | undefined
  /** Where it is answered, unless at the socket of its name. */
  addressOf?(note: Note): string
}

/** The notes of what runs now, in no order. Rejects where the folder cannot be read or trusted. */
export async function listNotes<Note>(folder: string, kind: NoteKind<Note>): Promise<readonly Note[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return []
    throw new Failure(`${folder}, where what runs is found, cannot be read (${codeOf(error)}).`, {
      cure: 'remove what stands in its place, or let yourself enter it',
      cause: error,
    })
  })
  if (names.length === 0) return []
  await checkRunningFolder(folder)
  const ids = names.filter(name => name.endsWith('.json')).map(name => name.slice(0, -'.json'.length))
  const found = await Promise.all(ids.filter(id => kind.id.test(id)).map(id => readLive(folder, id, kind)))
  return found.filter(note => note !== undefined)
}

/** Takes away the note and the socket. */
export async function clearNote(folder: string, id: string): Promise<void> {
  await Promise.all([noteIn(folder, id), socketIn(folder, id)].map(file => rm(file, { force: true })))
}

async function readLive<Note>(folder: string, id: string, kind: NoteKind<Note>): Promise<Note | undefined> {
  const owned = await Promise.all([noteIn(folder, id), socketIn(folder, id)].map(isOwnFile))
  if (owned.includes(false)) return undefined
  const note = await readNote(folder, id, kind)
  const address = (note === undefined ? undefined : kind.addressOf?.(note)) ?? socketIn(folder, id)
  if (await isAnswering(address)) return note
  await clearNote(folder, id)
  return undefined
}

async function isOwnFile(path: string): Promise<boolean> {
  const status = await lstat(path).catch(() => undefined)
  return status === undefined || process.getuid === undefined || status.uid === process.getuid()
}

async function readNote<Note>(folder: string, id: string, kind: NoteKind<Note>): Promise<Note | undefined> {
  try {
    const value: unknown = JSON.parse((await readBounded(noteIn(folder, id), kind.mostBytes)) ?? 'null')
    return isObject(value) ? kind.read(id, value) : undefined
  } catch {
    return undefined
  }
}

/** Whether somebody listens there. In doubt somebody does. */
function isAnswering(address: string): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(address)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', error => resolve(!['ECONNREFUSED', 'ENOENT'].includes(codeOf(error) ?? '')))
  })
}
