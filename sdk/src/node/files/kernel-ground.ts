/**
 * Linux: a descriptor that only points (`O_PATH`) holds on to a file without any effect on it, the kernel says where
 * that is, and `/proc/self/fd/N` opens it or names its entries. A name under `/proc/self/fd/N/` begins at the directory
 * that is held, so nothing that happens to its path in between matters.
 */

import { type BigIntStats, constants } from 'node:fs'
import { type FileHandle, open, readlink } from 'node:fs/promises'
import { O_PATH } from './boundary.js'
import type { Ground, Pin, Wanted } from './ground.js'

const FLAGS: Readonly<Record<Wanted, number>> = {
  any: O_PATH,
  folder: O_PATH | constants.O_DIRECTORY,
  'own-folder': O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW,
}

const GONE = ' (deleted)'

class KernelPin implements Pin {
  readonly #handle: FileHandle
  readonly #link: string

  constructor(handle: FileHandle) {
    this.#handle = handle
    this.#link = `/proc/self/fd/${handle.fd}`
  }

  async place(): Promise<string | undefined> {
    try {
      const place = toText(await readlink(this.#link, { encoding: 'buffer' }))
      return place.startsWith('/') && !place.endsWith(GONE) ? place : undefined
    } catch {
      return undefined
    }
  }

  status(): Promise<BigIntStats> {
    return this.#handle.stat({ bigint: true })
  }

  entry(name: string): string {
    return `${this.#link}/${name}`
  }

  open(): Promise<FileHandle> {
    return open(this.#link, constants.O_RDONLY | constants.O_NONBLOCK)
  }

  close(): Promise<void> {
    return this.#handle.close()
  }
}

// Bytes that are no text would all become the same character, and two directories one.
const toText = (bytes: Uint8Array): string =>
  new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)

export const kernelGround: Ground = {
  strength: 'kernel',
  pin: async (path, wanted) => new KernelPin(await open(path, FLAGS[wanted])),
}
