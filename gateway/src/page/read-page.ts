/**
 * The files of a page, read once, by the addresses that they have. What is not among them cannot be asked for: no address
 * is ever made into a path.
 */

import { constants } from 'node:fs'
import { open, readdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '../config/own-file.js'
import { isPageFile, PageFile } from './page-file.js'

/** By their addresses, each spelt in one way. */
export type Page = ReadonlyMap<string, PageFile>

/** Why there is no page to be served. */
export class PageError extends Error {
  override readonly name = 'PageError'
  readonly reason = 'no_page'
  readonly cure = 'build it: npm run build'

  constructor(folder: string, cause: unknown) {
    const why = codeOf(cause) === 'ENOENT' ? 'it is not there' : messageOf(cause)
    super(`the page in ${folder} cannot be served: ${why}.`, { cause })
  }
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}

const INDEX = '/index.html'
const MOST_FILES = 1_000
const MOST_BYTES = 64 * 1024 * 1024
/** Names that are the same in an address. */
const PLAIN = /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/

/** Reads a whole page. Rejects with a `PageError` what is none. */
export async function readPage(folder: string): Promise<Page> {
  try {
    const files = new Map<string, PageFile>()
    const room = { files: MOST_FILES, bytes: MOST_BYTES }
    await readInto(files, { folder: await realpath(folder), address: '' }, room)
    const index = files.get(INDEX)
    if (index === undefined) throw new Error('it has no index.html')
    files.delete(INDEX)
    return files.set('/', index)
  } catch (error) {
    throw new PageError(folder, error)
  }
}

interface Place {
  readonly folder: string
  readonly address: string
}

/** Links are not followed: what stands behind one is no part of what was built. */
async function readInto(files: Map<string, PageFile>, { folder, address }: Place, room: Room): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!PLAIN.test(entry.name)) continue
    const here = { folder: join(folder, entry.name), address: `${address}/${entry.name}` }
    if (entry.isDirectory()) await readInto(files, here, room)
    else if (entry.isFile() && isPageFile(entry.name))
      files.set(here.address, new PageFile(here.address, await read(here.folder, room)))
  }
}

interface Room {
  files: number
  bytes: number
}

async function read(path: string, room: Room): Promise<Buffer> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    room.files -= 1
    room.bytes -= (await file.stat()).size
    if (room.files < 0 || room.bytes < 0)
      throw new Error(`it has more than ${MOST_FILES} files or ${MOST_BYTES} bytes`)
    return await file.readFile()
  } finally {
    await file.close()
  }
}
