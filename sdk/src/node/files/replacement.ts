/**
 * Puts a text in the place of a file in one step: written beside it, made to last, renamed over it. Whoever looks sees
 * the old text or the new one, links are never written through, and other names of the old file keep the old text.
 */

import { type BigIntStats, constants } from 'node:fs'
import { open, readFile, rename, unlink } from 'node:fs/promises'
import type { Pin } from './ground.js'
import { NO_LINKS } from './plain-ground.js'
import { errnoOf } from './refusal.js'

/** The text of one file in a directory that is held. */
export interface Replacement {
  readonly folder: Pin
  readonly name: string
  readonly bytes: Uint8Array
  /** The file that stands there now. */
  readonly before: BigIntStats | undefined
  /** Asked when all is ready: throws if it is not to happen after all. */
  readonly check: () => Promise<void>
}

const CREATING = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | NO_LINKS
// The marks that make a program run as its owner are not handed on to a text that an agent wrote.
const PERMISSIONS = 0o777
const PRIVATE = 0o600

export async function replace({ folder, name, bytes, before, check }: Replacement): Promise<void> {
  const temporary = folder.entry(`.parley-${globalThis.crypto.randomUUID()}.tmp`)
  const mode = before === undefined ? await usualMode() : Number(before.mode) & PERMISSIONS
  try {
    // Without a word on what is usual, the system applies it when the file is created.
    const file = await open(temporary, CREATING, mode === undefined ? 0o666 : PRIVATE)
    try {
      await file.writeFile(bytes)
      await file.datasync()
      // Somebody else's file stays theirs where the system lets us; where it does not, it becomes ours.
      if (before !== undefined) await file.chown(Number(before.uid), Number(before.gid)).catch(() => {})
      if (mode !== undefined) await file.chmod(mode)
    } finally {
      await file.close()
    }
    await check()
    await rename(temporary, folder.entry(name))
  } catch (error) {
    await unlink(temporary).catch(() => {})
    throw error
  }
  await syncFolder(folder)
}

/** What a new file may be. To ask Node for the mask is to lift it for a moment, for every thread. */
async function usualMode(): Promise<number | undefined> {
  const status = await readFile('/proc/self/status').catch(() => '')
  const mask = /\nUmask:\t([0-7]+)\n/.exec(String(status))?.[1]
  return mask === undefined ? undefined : 0o666 & ~Number.parseInt(mask, 8)
}

// The text is in its place by now: a directory that cannot be opened or synced is no failure.
const UNSYNCABLE: readonly (string | undefined)[] = [
  'EACCES',
  'EPERM',
  'EINVAL',
  'EISDIR',
  'ENOTSUP',
  'EBADF',
]

async function syncFolder(folder: Pin): Promise<void> {
  try {
    const handle = await folder.open()
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  } catch (error) {
    if (!UNSYNCABLE.includes(errnoOf(error))) throw error
  }
}
