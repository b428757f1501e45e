/**
 * Files that only their user may change: read up to a limit, by whoever may believe them; replaced whole or not at all.
 * Read without waiting for the disk's turn: they are small, and a request must not be let in by what was true before.
 */

import { randomUUID } from 'node:crypto'
import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

const MOST_BYTES = 1024 * 1024
const WRITABLE_BY_OTHERS = 0o022
const OPEN_TO_OTHERS = 0o077

/** The word that the system gives an error, such as `ENOENT`. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

export interface OwnFileRules {
  /** Whether others may not even read it. */
  readonly isSecret?: boolean | undefined
}

/** Its text; nothing where there is none. Throws for what is no file, too long, or could be somebody else's words. */
export function readOwnFile(path: string, { isSecret = false }: OwnFileRules = {}): string | undefined {
  const file = openExisting(path)
  if (file === undefined) return undefined
  try {
    const status = fstatSync(file)
    demandOwn(status, isSecret ? OPEN_TO_OTHERS : WRITABLE_BY_OTHERS, path)
    const bytes = Buffer.allocUnsafe(Math.min(status.size, MOST_BYTES) + 1)
    let length = 0
    for (let read = -1; read !== 0 && length < bytes.length; length += read)
      read = readSync(file, bytes, length, bytes.length - length, null)
    if (length > MOST_BYTES) throw new Error(`it has more than ${MOST_BYTES} bytes`)
    return bytes.toString('utf8', 0, length)
  } finally {
    closeSync(file)
  }
}

/** Changes with every change of the file; empty where there is none. Never throws: reading it will say what is wrong. */
export function fingerprintOf(path: string): string {
  try {
    const status = statSync(path, { bigint: true, throwIfNoEntry: false })
    return status === undefined ? '' : `${status.ino}.${status.size}.${status.mtimeNs}.${status.ctimeNs}`
  } catch (error) {
    return `unreadable: ${codeOf(error)}`
  }
}

/** Replaces a file, which only the user may read. Its folder is made where it is missing. */
export async function replaceOwnFile(path: string, text: string): Promise<void> {
  await makePrivateFolder(dirname(path))
  const draft = `${path}.${randomUUID().slice(0, 8)}.draft`
  try {
    const file = await open(draft, 'wx', 0o600)
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** Makes a folder that only the user can look into. Rejects one that is there and is open to others: it may be shared. */
export async function makePrivateFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  const status = await stat(path)
  const user = process.getuid?.()
  if (user === undefined) return
  if (status.uid !== user) throw new Error(`${path} belongs to another user`)
  if ((status.mode & OPEN_TO_OTHERS) !== 0)
    throw new Error(`others can look into ${path} (chmod 700 ${path}, or name another folder)`)
}

/** Without waiting: a pipe in its place would never answer. */
function openExisting(path: string): number | undefined {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined
    throw error
  }
}

function demandOwn(status: Stats, forbidden: number, path: string): void {
  if (!status.isFile()) throw new Error('it is no file')
  const user = process.getuid?.()
  if (user === undefined) return
  if (status.uid !== user && status.uid !== 0) throw new Error('it belongs to another user')
  if ((status.mode & forbidden) === 0) return
  throw new Error(`others can ${forbidden === OPEN_TO_OTHERS ? 'read' : 'write'} it (chmod 600 ${path})`)
}
