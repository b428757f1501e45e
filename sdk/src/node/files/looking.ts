/**
 * What stands inside roots, for the person whose files they are: a file with the digest of its bytes, or what a folder
 * holds. What is held is what is looked at, as with reading; nobody is asked, so it is for no agent.
 */

import { createHash, type Hash } from 'node:crypto'
import type { Dirent } from 'node:fs'
import { lstat, opendir } from 'node:fs/promises'
import { rpcError } from '../../protocol/index.js'
import { Turnstile } from '../turnstile.js'
import type { Boundary } from './boundary.js'
import type { Pin } from './ground.js'
import { demandPath } from './path-name.js'
import { denied, toRefusal } from './refusal.js'
import type { Root } from './root.js'
import { Territory } from './territory.js'

/** How much is shown at most. */
export interface LookOptions {
  /** Of a file, as text, in bytes; 2 MiB unless said otherwise. */
  readonly textBytes?: number | undefined
  /** Of a folder; 5,000 unless said otherwise. */
  readonly entries?: number | undefined
  /** Whether the sizes of a folder's files are told; they are unless said otherwise. */
  readonly sizes?: boolean | undefined
  readonly boundary?: Boundary | undefined
}

/** A file. */
export interface FileLook {
  /** Where it really is. */
  readonly path: string
  readonly size: number
  /** Of all its bytes, in hexadecimal. */
  readonly sha256: string
  /** Its beginning, or all of it; absent where that is no text. */
  readonly text?: string | undefined
  readonly isCut: boolean
}

/** One thing in a folder. */
export interface FolderEntry {
  readonly name: string
  readonly kind: 'file' | 'folder' | 'link' | 'other'
  /** Of a file, in bytes. */
  readonly size?: number | undefined
}

/** A folder. */
export interface FolderLook {
  readonly path: string
  readonly entries: readonly FolderEntry[]
  /** There is more in it. */
  readonly isCut: boolean
}

const MEBIBYTE = 1_024 * 1_024
const TEXT_BYTES = 2 * MEBIBYTE
const MOST_BYTES = 64 * MEBIBYTE
const MOST_ENTRIES = 5_000
const PIECE_BYTES = 256 * 1_024

const turnstile = new Turnstile(4)

/** A file that really lies inside one of the roots. */
export function lookAtFile(
  path: string,
  roots: readonly Root[],
  options: LookOptions = {},
): Promise<FileLook> {
  return holding({ path, roots, options, wanted: 'any' }, async (pin, place) => {
    const status = await pin.status()
    if (!status.isFile()) throw denied(path, 'Not a regular file')
    if (status.size > MOST_BYTES)
      throw rpcError('too_large', `Files of more than ${MOST_BYTES} bytes are not shown`, { path })
    return { path: place, ...(await readAll(pin, options.textBytes ?? TEXT_BYTES)) }
  })
}

/** What a folder holds that really lies inside one of the roots, or is one; links are not followed. */
export function lookIntoFolder(
  path: string,
  roots: readonly Root[],
  options: LookOptions = {},
): Promise<FolderLook> {
  return holding({ path, roots, options, wanted: 'folder' }, async (pin, place, territory) => {
    const { all, isCut } = await allIn(pin, options.entries ?? MOST_ENTRIES)
    const entries: FolderEntry[] = []
    for (const each of all) entries.push(await toEntry(pin, each, options.sizes ?? true))
    const at = await territory.locate(pin, path)
    if (at.path !== place) throw denied(path, 'The directory was moved while it was read')
    return { path: place, entries, isCut }
  })
}

interface Look {
  readonly path: string
  readonly roots: readonly Root[]
  readonly options: LookOptions
  readonly wanted: 'any' | 'folder'
}

async function holding<Seen>(
  { path, roots, options, wanted }: Look,
  see: (pin: Pin, place: string, territory: Territory) => Promise<Seen>,
): Promise<Seen> {
  demandPath(path)
  try {
    return await turnstile.through(undefined, async () => {
      const territory = new Territory(roots, { boundary: options.boundary })
      const pin = await territory.ground.pin(path, wanted)
      try {
        return await see(pin, (await territory.locate(pin, path)).path, territory)
      } finally {
        await pin.close()
      }
    })
  } catch (error) {
    throw toRefusal(error, path)
  }
}

/** A file that grows while it is read is read as far as files are. */
async function readAll(pin: Pin, most: number): Promise<Omit<FileLook, 'path'>> {
  const file = await pin.open()
  const [hash, head]: [Hash, Buffer[]] = [createHash('sha256'), []]
  let size = 0
  try {
    while (size <= MOST_BYTES) {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(PIECE_BYTES), 0, PIECE_BYTES, size)
      if (bytesRead === 0) break
      hash.update(buffer.subarray(0, bytesRead))
      if (size < most) head.push(buffer.subarray(0, Math.min(bytesRead, most - size)))
      size += bytesRead
    }
  } finally {
    await file.close()
  }
  const isCut = size > most
  return { size, sha256: hash.digest('hex'), text: toText(Buffer.concat(head), isCut), isCut }
}

/** A character that was cut in two at the end is left out. */
function toText(bytes: Buffer, isCut: boolean): string | undefined {
  if (bytes.includes(0)) return undefined
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
    return decoder.decode(bytes, { stream: isCut })
  } catch {
    return undefined
  }
}

async function allIn(
  pin: Pin,
  most: number,
): Promise<{ readonly all: readonly Dirent[]; readonly isCut: boolean }> {
  const all: Dirent[] = []
  let isCut = false
  for await (const each of await opendir(pin.entry('.'), { bufferSize: 256 })) {
    isCut = all.length === most
    if (isCut) break
    all.push(each)
  }
  return { all: all.sort((left, right) => (left.name < right.name ? -1 : 1)), isCut }
}

/** What is gone by now was there when it was listed. */
async function toEntry(pin: Pin, entry: Dirent, hasSize: boolean): Promise<FolderEntry> {
  const { name } = entry
  if (entry.isDirectory()) return { name, kind: 'folder' }
  if (!entry.isFile()) return { name, kind: entry.isSymbolicLink() ? 'link' : 'other' }
  const status = hasSize ? await lstat(pin.entry(name)).catch(() => undefined) : undefined
  return status === undefined ? { name, kind: 'file' } : { name, kind: 'file', size: status.size }
}
