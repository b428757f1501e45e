/** What stands at a path at a moment, and what is kept of it. Links are not followed; large files are not read. */

import { type BigIntStats, constants } from 'node:fs'
import { lstat, open, readlink, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codeOf } from '../../error-code.js'
import type { PrivateStore } from './private-store.js'

/** What stands there now. */
export type Found =
  | { readonly is: 'absent' }
  | { readonly is: 'file'; readonly bytes: Uint8Array; readonly mode: number }
  | { readonly is: 'link'; readonly target: string }
  | { readonly is: 'unknown'; readonly why: string }

export interface Sight {
  readonly found: Found
  /** Differs when anything was written there since. */
  readonly identity: string
  /** When it last changed and when it was made, in milliseconds; 0 where nobody knows. */
  readonly changedAt: number
  readonly bornAt: number
}

/** What is kept of it. */
export type Kept =
  | { readonly is: 'absent' }
  | {
      readonly is: 'file'
      readonly copy: string
      readonly size: number
      readonly mode: number
      /** Of a file as the repository has it, only whether it can be run is known. */
      readonly isModeExact: boolean
    }
  | { readonly is: 'link'; readonly target: string }
  | { readonly is: 'unknown'; readonly why: string }

export const ABSENT = { is: 'absent' } as const
const NOTHING: Sight = { found: ABSENT, identity: '', changedAt: 0, bornAt: 0 }
const EXECUTABLE = 0o100

/** What stands at a path of a folder that has no links in its own path; what is behind a link does not stand there. */
export async function seeInside(root: string, path: string, most: number): Promise<Sight> {
  const isHere = await isStraight(dirname(join(root, path)))
  return isHere ? see(join(root, path), most) : NOTHING
}

/** Whether there is no link on the way to a folder. */
export async function isStraight(folder: string): Promise<boolean> {
  return (await realpath(folder).catch(() => undefined)) === folder
}

export async function see(path: string, most: number): Promise<Sight> {
  try {
    const status = await lstat(path, { bigint: true })
    // It is made of what is in it.
    if (status.isDirectory()) return NOTHING
    const found = await findWhat(path, status, most)
    return { found, ...factsOf(status) }
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') return NOTHING
    return { ...NOTHING, found: { is: 'unknown', why: 'it could not be read' } }
  }
}

/** The same without reading it. */
export async function glance(path: string): Promise<Omit<Sight, 'found'> | undefined> {
  const status = await lstat(path, { bigint: true }).catch(() => undefined)
  return status === undefined ? undefined : factsOf(status)
}

function factsOf({
  ino,
  size,
  mtimeNs,
  ctimeNs,
  ctimeMs,
  birthtimeMs,
  mode,
}: BigIntStats): Omit<Sight, 'found'> {
  const identity = [ino, size, mtimeNs, ctimeNs, mode].join(':')
  return { identity, changedAt: Number(ctimeMs), bornAt: Number(birthtimeMs) }
}

async function findWhat(path: string, status: BigIntStats, most: number): Promise<Found> {
  if (status.isSymbolicLink()) return { is: 'link', target: await readlink(path) }
  if (!status.isFile()) return { is: 'unknown', why: 'it is no regular file' }
  if (Number(status.size) > most) return tooLarge(most)
  const file = await open(
    path,
    constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
  )
  try {
    const opened = await file.stat()
    if (!opened.isFile()) return { is: 'unknown', why: 'it is no regular file' }
    // One byte more shows that it grows.
    const bytes = new Uint8Array(Math.min(opened.size, most) + 1)
    let length = 0
    for (let got = -1; got !== 0 && length < bytes.length; length += got)
      got = (await file.read(bytes, length, bytes.length - length, length)).bytesRead
    if (length > most) return tooLarge(most)
    return { is: 'file', bytes: bytes.subarray(0, length), mode: opened.mode & 0o777 }
  } finally {
    await file.close()
  }
}

const tooLarge = (most: number): Found => ({
  is: 'unknown',
  why: `it is larger than ${Math.floor(most / 1_000_000)} MB`,
})

export async function keep(found: Found, store: PrivateStore): Promise<Kept> {
  if (found.is !== 'file') return found
  const { bytes, mode } = found
  return { is: 'file', copy: await store.put(bytes), size: bytes.length, mode, isModeExact: true }
}

/** Whether what stands there is what was kept; what is not known is never the same. */
export async function isSame(kept: Kept, found: Found, store: PrivateStore): Promise<boolean> {
  if (kept.is === 'absent') return found.is === 'absent'
  if (kept.is === 'link') return found.is === 'link' && found.target === kept.target
  if (kept.is !== 'file' || found.is !== 'file' || !isSameMode(kept, found.mode)) return false
  return Buffer.compare(await store.read(kept.copy), found.bytes) === 0
}

function isSameMode({ mode, isModeExact }: { mode: number; isModeExact: boolean }, now: number): boolean {
  return isModeExact ? mode === now : (mode & EXECUTABLE) === (now & EXECUTABLE)
}

/** The mode that a file gets back, where it has another one now. */
export function restoredMode(kept: { mode: number; isModeExact: boolean }, now: number): number {
  if (kept.isModeExact) return kept.mode
  if (isSameMode(kept, now)) return now
  return (kept.mode & EXECUTABLE) === 0 ? now & ~0o111 : now | ((now & 0o444) >> 2)
}
