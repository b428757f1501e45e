/**
 * Linux: a descriptor that only points (`O_PATH`) holds on to a file without any effect on it, the kernel says where
 * that is, and `/proc/self/fd/N` opens it or names its entries. A name under `/proc/self/fd/N/` begins at the directory
 * that is held, so nothing that happens to its path in between matters.
 */

import {
  type BigIntStats,
  closeSync,
  constants,
  fstat,
  fstatSync,
  lstatSync,
  open as openDescriptor,
  readlinkSync,
} from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { O_PATH } from './boundary.js'
import type { Ground, Pin, Wanted } from './ground.js'
import { isSameThing } from './plain-ground.js'

const FLAGS: Readonly<Record<Wanted, number>> = {
  any: O_PATH,
  folder: O_PATH | constants.O_DIRECTORY,
  'own-folder': O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW,
}

// Bytes that are no text would all become the same character, and two directories one.
const decoder = new TextDecoder('utf-8', { fatal: true })

const GONE = ' (deleted)'

const hold = promisify(openDescriptor)
const statusOf = promisify(fstat)

// What is held is forgotten, and where it is told, by the kernel alone: no disk is waited for, and to do these two in
// another thread takes longer than the rest.
class KernelPin implements Pin {
  readonly #descriptor: number
  readonly #link: string

  constructor(descriptor: number) {
    this.#descriptor = descriptor
    this.#link = `/proc/self/fd/${descriptor}`
  }

  async place(): Promise<string | undefined> {
    try {
      const place = decoder.decode(readlinkSync(this.#link, { encoding: 'buffer' }))
      return place.startsWith('/') && !place.endsWith(GONE) && this.#isAt(place) ? place : undefined
    } catch {
      return undefined
    }
  }

  /** Under `/proc/N/root` there may be other mounts, and a name there is no name here. */
  #isAt(place: string): boolean {
    return isSameThing(lstatSync(place, { bigint: true }), fstatSync(this.#descriptor, { bigint: true }))
  }

  status(): Promise<BigIntStats> {
    return statusOf(this.#descriptor, { bigint: true })
  }

  entry(name: string): string {
    return `${this.#link}/${name}`
  }

  open(): Promise<FileHandle> {
    return open(this.#link, constants.O_RDONLY | constants.O_NONBLOCK)
  }

  async close(): Promise<void> {
    closeSync(this.#descriptor)
  }
}

export const kernelGround: Ground = {
  strength: 'kernel',
  pin: async (path, wanted) => new KernelPin(await hold(path, FLAGS[wanted])),
}
