/**
 * Where workers can be reached: a folder that only its user may enter, with a socket and a note for each. Knows the
 * folder and the notes; knows nothing of what is said there.
 */

import { lstat, mkdir, readdir, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { readBounded } from '../../agents/private-file.js'
import { codeOf } from '../../error-code.js'
import { Failure } from '../../failure.js'
import { isObject } from '../../json-object.js'
import { stateFolder } from '../../own-folder.js'
import type { Shell } from '../../shell.js'
import type { RunningChat, RunningState } from '../event.js'

type Surroundings = Pick<Shell, 'env'>

/** What the system takes as the name of a socket, less a little. */
const LONGEST_SOCKET_NAME = 100
const MOST_NOTE_BYTES = 16 * 1024
const STATES = ['waiting', 'working', 'idle'] as const satisfies readonly RunningState[]
const ID = /^[0-9a-z]{8}$/

export const socketIn = (folder: string, id: string): string => join(folder, `${id}.sock`)
export const noteIn = (folder: string, id: string): string => join(folder, `${id}.json`)

/** The folders for these variables, whether they are there or not: the first that can be used is. */
export function landingFolders({ env }: Surroundings): readonly string[] {
  const { XDG_RUNTIME_DIR: runtime } = env
  const folders = [
    ...(runtime !== undefined && isAbsolute(runtime) ? [join(runtime, 'parley')] : []),
    stateFolder('running', { env }),
    join(tmpdir(), `parley-${process.getuid?.() ?? 'user'}`),
  ]
  return folders.filter(folder => Buffer.byteLength(socketIn(folder, 'x'.repeat(8))) <= LONGEST_SOCKET_NAME)
}

/** Makes it where it is missing. Refuses one that belongs to somebody else, or that others may enter. */
export async function openLandingFolder(folder: string): Promise<void> {
  // One that others could enter is not narrowed: what they put there would be trusted with it.
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await checkLandingFolder(folder)
}

async function isOwn(folder: string): Promise<boolean> {
  const status = await lstat(folder)
  return status.isDirectory() && (process.getuid === undefined || status.uid === process.getuid())
}

async function isOwnFile(path: string): Promise<boolean> {
  const status = await lstat(path).catch(() => undefined)
  return status === undefined || process.getuid === undefined || status.uid === process.getuid()
}

/** Nobody is spoken to in a folder where somebody else could have put a socket. */
async function checkLandingFolder(folder: string): Promise<void> {
  const status = await lstat(folder)
  if (!(await isOwn(folder)) || (process.getuid !== undefined && (status.mode & 0o077) !== 0))
    throw new Failure(`${folder} is not a folder of yours alone.`, {
      cure: 'remove it, or let nobody else enter it',
    })
}

/** A chat that runs, and the folder that it is found in. */
export interface LandedChat extends RunningChat {
  readonly folder: string
}

/**
 * The chats that run for this user, the latest last. What is left of dead ones is cleared away. Rejects where there is
 * none and not everywhere could be looked.
 */
export async function listRunning(surroundings: Surroundings): Promise<readonly LandedChat[]> {
  const looks = await Promise.allSettled(landingFolders(surroundings).map(listIn))
  const found = looks.flatMap(look => (look.status === 'fulfilled' ? look.value : []))
  const trouble = looks.find(look => look.status === 'rejected')
  if (found.length === 0 && trouble !== undefined) throw trouble.reason
  return found.sort((one, other) => one.since - other.since)
}

async function listIn(folder: string): Promise<readonly LandedChat[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return []
    throw new Failure(`${folder}, where chats that run are found, cannot be read (${codeOf(error)}).`, {
      cure: 'remove what stands in its place, or let yourself enter it',
      cause: error,
    })
  })
  if (names.length === 0) return []
  await checkLandingFolder(folder)
  const ids = names.filter(name => name.endsWith('.json')).map(name => name.slice(0, -'.json'.length))
  const found = await Promise.all(ids.filter(id => ID.test(id)).map(id => readRunning(folder, id)))
  return found.flatMap(each => (each === undefined ? [] : [{ ...each, folder }]))
}

async function readRunning(folder: string, id: string): Promise<RunningChat | undefined> {
  const files = [noteIn(folder, id), socketIn(folder, id)]
  const owned = await Promise.all(files.map(file => isOwnFile(file)))
  if (owned.includes(false)) return undefined
  const note = await readNote(folder, id)
  if (await isAnswering(socketIn(folder, id))) return note
  await Promise.all([rm(noteIn(folder, id), { force: true }), rm(socketIn(folder, id), { force: true })])
  return undefined
}

async function readNote(folder: string, id: string): Promise<RunningChat | undefined> {
  try {
    const value: unknown = JSON.parse((await readBounded(noteIn(folder, id), MOST_NOTE_BYTES)) ?? 'null')
    if (!isObject(value)) return undefined
    const { cwd, title, since, hasTerminal } = value
    const state = STATES.find(each => each === value.state)
    const isNote = typeof cwd === 'string' && typeof title === 'string' && typeof since === 'number'
    const pid = typeof value.pid === 'number' && value.pid > 1 ? Math.floor(value.pid) : undefined
    const isHeld = typeof hasTerminal === 'boolean' ? hasTerminal : undefined
    return isNote ? { id, cwd, title, since, pid, state, hasTerminal: isHeld } : undefined
  } catch {
    return undefined
  }
}

/** Whether somebody listens there. In doubt somebody does. */
function isAnswering(path: string): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', error => resolve(!['ECONNREFUSED', 'ENOENT'].includes(codeOf(error) ?? '')))
  })
}
