/**
 * Where wires that are being inspected can be watched: a socket and a note for each, in the folder that only its user
 * may enter. Knows the folder and the notes; knows nothing of what is said there.
 */

import { randomBytes } from 'node:crypto'
import { lstat, readdir, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { readBounded, replaceFile } from '../../agents/private-file.js'
import { landingFolders, openLandingFolder } from '../../chat/worker/landing-place.js'
import { codeOf } from '../../error-code.js'
import { isObject } from '../../json-object.js'
import type { Shell } from '../../shell.js'

type Surroundings = Pick<Shell, 'env'>

// Not what a chat is called there: neither takes the other for its own.
const NOTE = /^(w[0-9a-z]{8})\.json$/
const MOST_NOTE_BYTES = 64 * 1024

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

/** A place for a new wire, in the first folder that can be used. */
export async function newPlace(
  surroundings: Surroundings,
): Promise<{ readonly folder: string } & Pick<WireNote, 'id' | 'address' | 'key'>> {
  let trouble: unknown
  for (const folder of landingFolders(surroundings)) {
    try {
      await openLandingFolder(folder)
      const id = `w${randomBytes(8).toString('hex').slice(0, 8)}`
      const key = randomBytes(24).toString('hex')
      const isPipe = process.platform === 'win32'
      const address = isPipe
        ? `\\\\.\\pipe\\parley-${randomBytes(16).toString('hex')}`
        : join(folder, `${id}.sock`)
      return { folder, id, key, address }
    } catch (error) {
      trouble = error
    }
  }
  throw trouble ?? new Error('there is no folder for sockets whose name is short enough')
}

export function writeNote(folder: string, note: WireNote): Promise<void> {
  return replaceFile(join(folder, `${note.id}.json`), JSON.stringify(note))
}

export async function clearPlace(
  folder: string,
  { id, address }: Pick<WireNote, 'id' | 'address'>,
): Promise<void> {
  await rm(join(folder, `${id}.json`), { force: true })
  if (process.platform !== 'win32') await rm(address, { force: true })
}

/** The wires of this user that can be watched now, the latest first. What is left of dead ones is cleared away. */
export async function listWires(surroundings: Surroundings): Promise<readonly WireNote[]> {
  const found = await Promise.all(landingFolders(surroundings).map(listIn))
  return found.flat().sort((one, other) => other.since - one.since)
}

async function listIn(folder: string): Promise<readonly WireNote[]> {
  if (!(await isPrivate(folder))) return []
  const names = (await readdir(folder)).filter(name => NOTE.test(name))
  const notes = await Promise.all(names.map(name => readNote(folder, name)))
  const wires = notes.filter(note => note !== undefined)
  const answers = await Promise.all(wires.map(({ address }) => isAnswering(address)))
  await Promise.all(wires.filter((_, index) => !answers[index]).map(note => clearPlace(folder, note)))
  return wires.filter((_, index) => answers[index])
}

/** Nobody is believed in a folder where somebody else could have put a note. */
async function isPrivate(folder: string): Promise<boolean> {
  const status = await lstat(folder).catch(() => undefined)
  if (status === undefined || !status.isDirectory()) return false
  return process.getuid === undefined || (status.uid === process.getuid() && (status.mode & 0o077) === 0)
}

async function readNote(folder: string, name: string): Promise<WireNote | undefined> {
  const id = NOTE.exec(name)?.[1] ?? ''
  try {
    const value: unknown = JSON.parse((await readBounded(join(folder, name), MOST_NOTE_BYTES)) ?? 'null')
    if (!isObject(value)) return undefined
    const { key, title, cwd, pid, since, address } = value
    if (typeof key !== 'string' || typeof title !== 'string' || typeof cwd !== 'string') return undefined
    if (typeof pid !== 'number' || typeof since !== 'number' || typeof address !== 'string') return undefined
    return { id, address, key, title, cwd, pid, since }
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
