/** Reads a text file that lies inside the given roots, judged by the file that was really opened, not by its name. */

import type { FileHandle } from 'node:fs/promises'
import { rpcError } from '../protocol/index.js'
import { Turnstile } from './turnstile.js'

// Asked for when a file is: an agent imports this room too, and starts sooner without them.
const files = (): typeof import('node:fs/promises') => process.getBuiltinModule('node:fs/promises')
const { sep } = process.getBuiltinModule('node:path')

const MOST_BYTES = 10 * 1024 * 1024

/** The first line, counted from 1, and how many. */
interface Window {
  readonly line?: number | null | undefined
  readonly limit?: number | null | undefined
}

// However many an agent asks for at once: each read holds a file descriptor and up to ten megabytes.
const turnstile = new Turnstile(8)

/** The text of the file, or a window of its lines. */
export async function readTextFile(
  path: string,
  roots: readonly string[],
  window: Window = {},
): Promise<string> {
  await turnstile.enter()
  try {
    return await readWindow(path, roots, window)
  } finally {
    turnstile.leave()
  }
}

async function readWindow(path: string, roots: readonly string[], window: Window): Promise<string> {
  const file = await openFile(path)
  try {
    await demandInside(file, path, roots)
    return linesOf(await textOf(file, path), window.line ?? 1, window.limit ?? undefined)
  } finally {
    await file.close()
  }
}

async function openFile(path: string): Promise<FileHandle> {
  try {
    // Without O_NONBLOCK a pipe or device in the place of a file would hold the reader for ever.
    return await files().open(path, files().constants.O_RDONLY | files().constants.O_NONBLOCK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR')
      throw rpcError('resource_not_found', 'No such file', { path })
    throw rpcError('resource_access_denied', 'The file cannot be opened', { path })
  }
}

/** Asks for the real place after opening, so that a link swapped in between changes nothing. */
async function demandInside(file: FileHandle, path: string, roots: readonly string[]): Promise<void> {
  const real = await realPlace(file, path)
  for (const root of roots) {
    const place = await files()
      .realpath(root)
      .catch(() => root)
    if (isInside(real, place)) return
  }
  throw rpcError('resource_access_denied', 'The file is outside the directories of this session', { path })
}

async function realPlace(file: FileHandle, path: string): Promise<string> {
  try {
    return await files().readlink(`/proc/self/fd/${file.fd}`)
  } catch {
    return await files().realpath(path)
  }
}

function isInside(path: string, root: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep)
}

async function textOf(file: FileHandle, path: string): Promise<string> {
  const status = await file.stat()
  if (!status.isFile()) throw rpcError('resource_access_denied', 'Not a regular file', { path })
  if (status.size > MOST_BYTES)
    throw rpcError('too_large', `The file is larger than ${MOST_BYTES} bytes`, { path })
  const bytes = await readAtMost(file, status.size)
  if (bytes === undefined)
    throw rpcError('too_large', `The file is larger than ${MOST_BYTES} bytes`, { path })
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw rpcError('not_text', 'The file is not UTF-8 text', { path })
  }
}

/** A file may grow while it is read: the limit holds for what is read, not for what was promised. */
export async function readAtMost(file: FileHandle, expected: number): Promise<Uint8Array | undefined> {
  let bytes = new Uint8Array(expected + 1)
  let length = 0
  for (;;) {
    const { bytesRead } = await file.read(bytes, length, bytes.length - length, length)
    length += bytesRead
    if (length > MOST_BYTES) return undefined
    if (bytesRead === 0) return bytes.subarray(0, length)
    if (length < bytes.length) continue
    const larger = new Uint8Array(Math.min(2 * bytes.length, MOST_BYTES + 1))
    larger.set(bytes)
    bytes = larger
  }
}

function linesOf(text: string, first: number, limit: number | undefined): string {
  if (first <= 1 && limit === undefined) return text
  const start = indexOfLine(text, 0, first - 1)
  return limit === undefined ? text.slice(start) : text.slice(start, indexOfLine(text, start, limit))
}

function indexOfLine(text: string, from: number, count: number): number {
  let index = from
  for (let line = 0; line < count; line++) {
    const end = text.indexOf('\n', index)
    if (end < 0) return text.length
    index = end + 1
  }
  return index
}
