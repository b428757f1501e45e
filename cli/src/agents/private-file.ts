/** Files that only their user may read: read up to a limit, replaced whole or not at all. */

import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { codeOf } from '../error-code.js'

const PIECE_BYTES = 64 * 1024

/** The text of a file; nothing where there is none. Rejects what is longer than `most` bytes, and what is no file. */
export async function readBounded(path: string, most: number): Promise<string | undefined> {
  // Without waiting: a pipe in its place would never answer.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined
    throw error
  })
  if (file === undefined) return undefined
  try {
    const status = await file.stat()
    if (!status.isFile()) throw new Error('it is no file')
    if (status.size > most) throw new Error(`it has ${status.size} bytes, and at most ${most} are read`)
    return await textOf(file, status.size, most)
  } finally {
    await file.close()
  }
}

/** It may grow while it is read, but not without end. */
async function textOf(file: FileHandle, size: number, most: number): Promise<string> {
  const pieces: Buffer[] = []
  for (let length = 0, room = size + 1; ; room = PIECE_BYTES) {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(room), 0, room, length)
    if (bytesRead === 0) return Buffer.concat(pieces).toString('utf8')
    length += bytesRead
    if (length > most) throw new Error(`it has more than ${most} bytes`)
    pieces.push(buffer.subarray(0, bytesRead))
  }
}

/** Replaces a file, which only the user may read. Its folder is made where it is missing. */
export async function replaceFile(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
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
