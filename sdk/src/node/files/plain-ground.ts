/**
 * Where the kernel cannot be asked (macOS, Windows): names are resolved, and what stands there is compared before and
 * after by device and inode. Somebody fast enough can change a directory in between; `boundary()` says so.
 */

import { type BigIntStats, constants } from 'node:fs'
import { type FileHandle, lstat, open, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import type { Ground, Pin, Wanted } from './ground.js'

/** On macOS no link at any name of the path, elsewhere none at the last. */
export const NO_LINKS = process.platform === 'darwin' ? 0x20000000 : (constants.O_NOFOLLOW ?? 0)
export const READING = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | NO_LINKS

class PlainPin implements Pin {
  readonly #path: string
  readonly #found: BigIntStats

  constructor(path: string, found: BigIntStats) {
    this.#path = path
    this.#found = found
  }

  async place(): Promise<string | undefined> {
    try {
      const [path, now] = await Promise.all([realpath(this.#path), this.status()])
      return path === this.#path && isSameThing(now, this.#found) ? path : undefined
    } catch {
      return undefined
    }
  }

  status(): Promise<BigIntStats> {
    return lstat(this.#path, { bigint: true })
  }

  entry(name: string): string {
    return join(this.#path, name)
  }

  async open(): Promise<FileHandle> {
    const handle = await open(this.#path, READING)
    const opened = await handle.stat({ bigint: true })
    if (isSameThing(opened, this.#found) && (await this.place()) !== undefined) return handle
    await handle.close()
    throw failure('ELOOP')
  }

  async close(): Promise<void> {}
}

export function isSameThing(left: BigIntStats, right: BigIntStats): boolean {
  return left.dev === right.dev && left.ino === right.ino
}

const failure = (code: string): Error => Object.assign(new Error(code), { code })

async function pin(path: string, wanted: Wanted): Promise<Pin> {
  if (wanted === 'own-folder' && (await lstat(path)).isSymbolicLink()) throw failure('ELOOP')
  const real = await realpath(path)
  const found = await lstat(real, { bigint: true })
  if (wanted !== 'any' && !found.isDirectory()) throw failure('ENOTDIR')
  return new PlainPin(real, found)
}

export const plainGround: Ground = { strength: 'best-effort', pin }
