/** A folder of recordings: what is in it, what is in use, and what has to go. */

import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { RecordingLimits, ShelvedRecording } from './options.js'

export const END = '.ndjson'
/** Of one that is encrypted. */
export const SEALED_END = '.ndjson.age'
const MARK = '.live'
const PRIVATE_FOLDER = 0o700

/** The recordings in a folder, the latest first; none where there is no folder. */
export async function shelved(folder: string): Promise<readonly ShelvedRecording[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  })
  const found = await Promise.all(
    names
      .filter(name => name.endsWith(END) || name.endsWith(SEALED_END))
      .map(name => describe(join(folder, name))),
  )
  return found
    .filter(each => each !== undefined)
    .sort((one, other) => other.changedAt - one.changedAt || (one.name < other.name ? 1 : -1))
}

async function describe(path: string): Promise<ShelvedRecording | undefined> {
  try {
    const { size, mtimeMs } = await stat(path)
    const isSealed = path.endsWith(SEALED_END)
    const name = basename(path, isSealed ? SEALED_END : END)
    return { path, name, bytes: size, changedAt: mtimeMs, isLive: await isLive(path), isSealed }
  } catch {
    // Somebody else removed it meanwhile.
    return undefined
  }
}

/** The file beside a recording that names the process that writes it. */
export function markOf(path: string): string {
  return join(dirname(path), `.${basename(path, END)}${MARK}`)
}

async function isLive(path: string): Promise<boolean> {
  const text = await readFile(markOf(path), 'utf8').catch(() => '')
  if (!/^\d{1,10}$/.test(text)) return false
  try {
    process.kill(Number(text), 0)
    return true
  } catch (error) {
    // Somebody else's process is one, too.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Makes the folder, for nobody else to look into. */
export async function makeShelf(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
  const { mode, uid } = await stat(folder)
  const isOurs = process.getuid === undefined || uid === process.getuid()
  if (!isOurs) throw new Error(`${folder} belongs to somebody else`)
  if ((mode & 0o077) !== 0) {
    const { chmod } = await import('node:fs/promises')
    await chmod(folder, PRIVATE_FOLDER)
  }
}

/** Removes what is too old, and the oldest of what is too much; never what somebody is writing. */
export async function clearShelf(folder: string, limits: RecordingLimits, now: number): Promise<void> {
  let left = limits.bytes
  for (const recording of await shelved(folder)) {
    left -= recording.bytes
    const isOver = left < 0 || now - recording.changedAt > limits.milliseconds
    if (isOver && !recording.isLive) {
      left += recording.bytes
      await rm(recording.path, { force: true })
      await rm(markOf(recording.path), { force: true })
    }
  }
}
